import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { Stop } from '../platform/jobs/every.ts'
import { createOutbox } from '../platform/outbox/outbox.ts'
import { demoMailsRoutes } from './demo-inbox.routes.ts'
import { type EmailsSettings, showsMails } from './emails.settings.ts'
import { mailFolder } from './mail-folder.ts'
import { createMailer } from './mailer.ts'
import { sendOnce } from './send-once.ts'

/**
 * The maximum number of attempts per email: with the pauses between them, enough to outlast a mail server outage of
 * more than a day.
 */
const MAIL_ATTEMPTS_MAX = 300
/**
 * The maximum number of emails sent concurrently: few enough that each is sent or times out before the outbox may give
 * it to another process.
 */
const MAILS_AT_ONCE = 5

export interface EmailsPartNeeds {
  config: EmailsSettings & { dataDir: string; demo: boolean }
  db: Database
  warn(error: unknown, what: string): void
}

export type EmailsPart = ReturnType<typeof createEmailsPart>

export function createEmailsPart({ config, db, warn }: EmailsPartNeeds) {
  const folder = mailFolder(config.dataDir)
  // A separate outbox: a slow mail server must not delay real-time events. Nothing wakes it: it looks for emails each
  // second, which is soon enough for them.
  const outbox = createOutbox({
    db,
    publish: async () => {},
    warn,
    attemptsMax: MAIL_ATTEMPTS_MAX,
    // Files are written one after another, so that the folder shows emails in the order of their events.
    batch: config.mail.smtpUrl ? MAILS_AT_ONCE : 1,
  })

  return {
    outbox,

    /** Sends an email unless one with its id was already sent. */
    send: sendOnce(db, createMailer({ ...config.mail, folder }), warn),

    /** Like `send`, but writes the email to the folder even if the shop has a mail server. */
    file: sendOnce(db, createMailer({ ...config.mail, smtpUrl: null, folder }), warn),

    routes: (api: Api): void => demoMailsRoutes(api, showsMails(config) ? folder : null),

    start: (): Stop[] => [outbox.start()],
  }
}
