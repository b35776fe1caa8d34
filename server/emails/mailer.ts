/** Sends mail by SMTP, or writes it to a folder where a first try of the shop can read it. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
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

/** The mail server knows no such mailbox: trying again is of no use. */
export class NoSuchMailbox extends Error {
  override readonly name = 'NoSuchMailbox'
}

export interface Mailer {
  /**
   * @throws NoSuchMailbox when nobody can ever get the mail.
   * @throws any other error when it was not taken; whoever sends tries again later.
   */
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

/** Together below the lease of an event: no other process sends a mail that is still on its way. */
const STEP_TIMEOUT_MS = 5_000
const SEND_TIMEOUT_MS = 20_000

function smtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(url, { from })
  Object.assign(transport.options, {
    dnsTimeout: STEP_TIMEOUT_MS,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS * 2,
  })
  return {
    async send({ id, ...mail }) {
      await within(
        SEND_TIMEOUT_MS,
        transport.sendMail({ ...mail, messageId: messageId(id, from) }).then(() => {}, explain),
      )
    },
  }
}

/** No such mailbox, not here, no such name. */
const NO_MAILBOX = [550, 551, 553]

/** A refusal of the address itself will be the same tomorrow; all else may pass. */
function explain(error: Error & { command?: string; responseCode?: number }): never {
  const isForGood = error.command === 'RCPT TO' && NO_MAILBOX.includes(error.responseCode ?? 0)
  throw isForGood ? new NoSuchMailbox(error.message, { cause: error }) : error
}

/** A server that sends a byte now and then never lets a timeout of silence expire. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`SMTP took longer than ${ms} ms`)), ms)
  })
  await Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
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
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      const file = join(folder, `${time}-${id}.eml`)
      // Written aside and renamed: whoever lists the folder never meets half a mail.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

function messageId(id: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${id}@${domain}>`
}
