/** A real SMTP server on loopback that passes the emails it accepts to `take`. */
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  messageId: string
  from: string
  to: string
  subject: string
  text: string
}

export interface MailServer {
  port: number
  url: string
  close(): Promise<void>
}

export interface SmtpError {
  code: number
  at: 'mail' | 'rcpt' | 'data'
}

export interface MailServerOptions {
  /** The port to listen on, such as the port of a closed server to reopen; a free port by default. */
  port?: number
  take(mail: ReceivedMail): void
  /**
   * @param attempt counted from 1.
   * @returns the error to reply with, or null to accept the email.
   */
  refuse?(attempt: number): SmtpError | null
}

export async function openMailServer(options: MailServerOptions): Promise<MailServer> {
  const { port = 0, take, refuse } = options
  let attempt = 0
  const judge = (at: string, done: (error?: Error | null) => void) => {
    if (at === 'rcpt') attempt++
    const error = refuse?.(attempt)
    if (error?.at !== at) return done()
    done(Object.assign(new Error('refused'), { responseCode: error.code }))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom: (_address, _session, done) => judge('mail', done),
    onRcptTo: (_address, _session, done) => judge('rcpt', done),
    async onData(stream, _session, done) {
      const {
        messageId = '',
        subject = '',
        text = '',
        from,
        to,
      } = await PostalMime.parse(await bytesOf(stream))
      judge('data', (error) => {
        const sender = `${from?.name} <${from?.address}>`
        if (!error) take({ messageId, subject, text, from: sender, to: to?.[0]?.address ?? '' })
        done(error)
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  server.on('error', () => {})
  const { port: opened } = server.server.address() as AddressInfo
  return {
    port: opened,
    url: `smtp://127.0.0.1:${opened}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
