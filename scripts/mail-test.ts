/**
 * Sends one email with the shop's own settings, and prints whether the mail server accepted it.
 *
 *     npm run mail:test -- you@example.com
 */
import { randomUUID } from 'node:crypto'
import { mailFolder } from '#server/emails/mail-folder.ts'
import { createMailer } from '#server/emails/mailer.ts'
import { emailOf } from '#server/platform/environment.ts'
import { StartError } from '#server/platform/start-error.ts'
import { readCommandConfig } from './open-shop.ts'
import { runCommand } from './run-command.ts'

await runCommand('The email was not sent', run)

async function run(): Promise<void> {
  const to = emailOf({ 'The address': process.argv[2] }, 'The address')
  if (!to) throw new StartError('give an email address: npm run mail:test -- you@example.com')
  const { mail, dataDir } = readCommandConfig()
  const folder = mailFolder(dataDir)
  const text = 'Your shop can send email. This test was sent by npm run mail:test.'
  await createMailer({ ...mail, folder })
    .send(
      {
        to,
        sender: '',
        subject: 'Test email from your shop',
        text,
        html: `<p>${text}</p>`,
        id: 'test',
      },
      randomUUID(),
    )
    .catch(({ message }: Error) => {
      throw new StartError(message)
    })
  console.log(
    mail.smtpUrl
      ? `${new URL(mail.smtpUrl).host} accepted an email from ${mail.from} to ${to}. If it does not arrive, check the spam folder, then SPF and DKIM for the sender's domain.`
      : `SMTP_URL is not set, so the email was written to a file in ${folder}.`,
  )
}
