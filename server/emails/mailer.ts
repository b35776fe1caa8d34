/** Sends emails by SMTP, or writes them to a folder if the shop has no mail server. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import type { Email } from './email-template.ts'
import { makeRoom, PARTIAL } from './mail-folder.ts'

export interface Mail extends Email {
  to: string
  /** Identifies the email; the same for every attempt to send it. */
  id: string
}

/** The mail server has no such mailbox, so retrying is pointless. */
export class NoSuchMailbox extends Error {
  override readonly name = 'NoSuchMailbox'
}

export interface Mailer {
  /**
   * Makes one attempt to send the email.
   * @param installation distinguishes this shop's email ids from other shops': a mailbox drops a second email with the
   * same id.
   * @throws NoSuchMailbox if the email can never be delivered.
   * @throws any other Error unless it is certain that the email was accepted; the caller then retries later.
   */
  send(mail: Mail, installation: string): Promise<void>
}

export interface MailSettings {
  /** `smtp://user:password@host:port`; null to write files. */
  smtpUrl: string | null
  /** The sender, such as `Barq <shop@example.com>`; an address alone is sent with the name of each email's sender. */
  from: string
  /** Where emails are written without an SMTP server: one `.eml` file per email, the newest `FILED_MAX` of them. */
  folder: string
}

export function createMailer(settings: MailSettings): Mailer {
  const { smtpUrl, from } = settings
  return smtpUrl ? smtpMailer(smtpUrl, from) : folderMailer(settings)
}

/**
 * The time limits for each step of connecting, and for a whole attempt, which must end before the outbox may give the
 * email to another process.
 */
const STEP_TIMEOUT_MS = 5_000
const SEND_TIMEOUT_MS = 20_000

function smtpMailer(url: string, from: string): Mailer {
  const timeouts = {
    dnsTimeout: STEP_TIMEOUT_MS,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS * 2,
  }
  const transport = nodemailer.createTransport({ url, ...timeouts })
  return {
    async send({ id, ...mail }, installation) {
      await within(
        SEND_TIMEOUT_MS,
        transport
          .sendMail({ ...encoded(mail, from), messageId: messageId(id, installation, from) })
          .then(() => {}, explain),
      )
    },
  }
}

/** SMTP codes for: no such mailbox, user not local, mailbox name not allowed. */
const NO_MAILBOX = [550, 551, 553]

/**
 * @throws NoSuchMailbox if the server permanently rejects the recipient; otherwise the error itself, which may be
 * temporary: whatever else is rejected, even an email's content, may be due to settings that the owner can correct.
 */
function explain(error: Error & { command?: string; responseCode?: number }): never {
  const isForGood = error.command === 'RCPT TO' && NO_MAILBOX.includes(error.responseCode ?? 0)
  throw isForGood ? new NoSuchMailbox(error.message, { cause: error }) : error
}

/** Rejects after `ms`, since a server that sends a byte now and then never triggers an idle timeout. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const tooLong = pause(ms, undefined, { ref: false }).then(() => {
    throw new Error(`SMTP took longer than ${ms} ms`)
  })
  await Promise.race([work, tooLong])
}

function folderMailer({ from, folder }: MailSettings): Mailer {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
  })
  return {
    async send({ id, ...mail }, installation) {
      const { message } = await transport.sendMail({
        ...encoded(mail, from),
        messageId: messageId(id, installation, from),
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Makes room before writing: if this failed afterwards, the retry would write the email twice.
      await makeRoom(folder)
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      const file = join(folder, `${time}-${id}.eml`)
      // Written to a temporary file and renamed, so that a listing never contains a partial email.
      await writeFile(file + PARTIAL, message as Buffer, { mode: 0o600 })
      await rename(file + PARTIAL, file)
    },
  }
}

/** Emails with at least this many characters of HTML are encoded as base64. */
const LONG = 20_000

/**
 * Adds the sender, and encodes a long email as base64: the library's quoted-printable encoder blocks the event loop for
 * 7 ms for an email of a hundred orders.
 */
function encoded({ sender, ...mail }: Omit<Mail, 'id'>, address: string) {
  const from = address.includes('<') ? address : { name: sender, address }
  return { ...mail, from, ...(mail.html.length >= LONG && { textEncoding: 'base64' as const }) }
}

function messageId(id: string, installation: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${id}.${installation}@${domain}>`
}
