/** Sends mail by SMTP, or writes it to a folder where a first try of the shop can read it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Same for every attempt at the same mail, so that a mailbox can drop a repetition. */
  id: string
}

export interface Mailer {
  /** @throws when the mail was not taken; whoever sends tries again later. */
  send(mail: Mail): Promise<void>
}

export interface MailSettings {
  /** `smtp://user:password@host:port`, or null to write files. */
  smtpUrl: string | null
  /** `Barq <shop@example.com>`. */
  from: string
  /** Where files go without SMTP: one `.eml` each, its name beginning with the time. */
  folder: string
}

export function createMailer(settings: MailSettings): Mailer {
  const { smtpUrl, from } = settings
  return smtpUrl ? smtpMailer(smtpUrl, from) : folderMailer(settings)
}

const SMTP_TIMEOUT_MS = 10_000

function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(url, { from })
  Object.assign(transport.options, {
    connectionTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return {
    async send({ id, ...mail }) {
      await transport.sendMail({ ...mail, messageId: messageId(id, from) })
    },
  }
}

function folderMailer({ from, folder }: MailSettings): Mailer {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
  })
  return {
    async send({ id, ...mail }) {
      const { message } = await transport.sendMail({
        ...mail,
        from,
        messageId: messageId(id, from),
      })
      await mkdir(folder, { recursive: true })
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      await writeFile(join(folder, `${time}-${id}.eml`), message as Buffer)
    },
  }
}

function messageId(id: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${id}@${domain}>`
}
