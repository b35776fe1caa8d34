/** Wires everything about accounts in order of dependency; used by app.ts. */
import { join } from 'node:path'
import { demoMailsRoutes } from '../emails/demo-inbox.routes.ts'
import { type EmailsSettings, showsMails } from '../emails/emails.settings.ts'
import { createMailer } from '../emails/mailer.ts'
import { sendOnce } from '../emails/send-once.ts'
import type { Database } from '../platform/db/database.ts'
import type { Processes } from '../platform/db/processes.ts'
import type { Api, Guards } from '../platform/http/api.ts'
import { every, type Stop } from '../platform/jobs/every.ts'
import type { PictureStore } from '../platform/media/picture-store.ts'
import { createOutbox } from '../platform/outbox/outbox.ts'
import { picturesOfAccounts } from './account-pictures.ts'
import { accountsAdminRoutes, type LatestOrders } from './accounts.admin-routes.ts'
import { accountsRoutes } from './accounts.routes.ts'
import type { AccountsSettings } from './accounts.settings.ts'
import { createAccounts } from './accounts.ts'
import { cleanUpAccounts } from './cleanup.ts'
import { createCloseAccount } from './close-account.ts'
import { createDataExport, type DataExportParts } from './data-export.ts'
import { mailAccountEvents } from './emails/deliver-emails.ts'
import { createEmailChanges } from './emails/email-change.ts'
import { createManageCustomers } from './manage-customers.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { googleRoutes } from './sign-in/google.routes.ts'
import { createGoogle } from './sign-in/google.ts'
import { createPasswordReset } from './sign-in/password-reset.ts'
import { createStepUp } from './sign-in/step-up.ts'

const CLEAN_UP_MS = 600_000

/** With the pauses between attempts, this covers more than a day of a mail server being down. */
const MAIL_ATTEMPTS_MAX = 300
/** Few enough that every send ends, or times out, within the lease of its event. */
const MAILS_AT_ONCE = 5

interface Settings extends AccountsSettings, EmailsSettings {
  publicUrl: string
  dataDir: string
  demo: boolean
}

export interface AccountsPartNeeds {
  config: Settings
  db: Database
  processes: Processes
  pictures: PictureStore
  /** Whether the shop asks its customers to confirm their e-mails. */
  asksToConfirm: boolean
  warn(error: unknown, what: string): void
  /** Called after the commit with the products whose rating changed. */
  announceRatings(productIds: readonly number[]): Promise<void>
}

/** The data that other parts store about a customer. */
export interface OthersOfCustomer
  extends Pick<DataExportParts, 'addressesOf' | 'ordersOf' | 'cartOf' | 'ratingsOf'> {
  latestOrders: LatestOrders
}

export async function createAccountsPart({
  config,
  db,
  processes,
  pictures,
  asksToConfirm,
  warn,
  announceRatings,
}: AccountsPartNeeds) {
  const { publicUrl } = config
  const mailFolder = join(config.dataDir, 'outbox')
  // A separate delivery: a slow mail server must not hold up real-time events.
  const mails = createOutbox({
    db,
    publish: async () => {},
    warn,
    attemptsMax: MAIL_ATTEMPTS_MAX,
    batch: MAILS_AT_ONCE,
  })
  const { notify } = mails
  const mailer = createMailer({ ...config.mail, folder: mailFolder })
  const send = sendOnce(db, mailer, warn)
  mailAccountEvents(mails, { db, send, publicUrl, asksToConfirm })

  const sessions = createSessions(db, processes.signals, {
    ...{ life: config.sessionLife, notify },
    caughtUp: processes.peers.caughtUp,
  })
  const { signUpsPerAddress } = config
  const shared = { db, sessions, asksToConfirm, signUpsPerAddress, notify, announceRatings, warn }
  const emailChanges = createEmailChanges(shared)
  const stepUp = createStepUp(db)
  const accounts = createAccounts({ ...shared, pictures, emailChanges, stepUp })
  const client =
    config.google &&
    (await import('./sign-in/google-client.ts')).createGoogleClient(
      config.google,
      `${publicUrl}/api/auth/google/return`,
    )
  const google = createGoogle({ ...shared, client })

  return {
    sessions,
    accounts,
    stepUp,
    mails,

    guards: { authenticate: sessions.authenticate, isAdmin: accounts.isAdmin } satisfies Guards,
    picturesInUse: picturesOfAccounts,

    routes(api: Api, { latestOrders, ...others }: OthersOfCustomer): void {
      accountsRoutes(api, {
        accounts,
        emailChanges,
        passwordReset: createPasswordReset({ ...shared, emailChanges }),
        closeAccount: createCloseAccount({ db, sessions, pictures, notify, warn }),
        exportData: createDataExport({ db, sessions, asksToConfirm, ...others }),
      })
      sessionsRoutes(api, db, sessions)
      googleRoutes(api, google, publicUrl.startsWith('https:'))
      demoMailsRoutes(api, showsMails(config) ? mailFolder : null)
      accountsAdminRoutes(api, createManageCustomers(db, sessions), latestOrders)
    },

    start: (failed: (error: unknown) => void): Stop[] => [
      mails.start(),
      every(CLEAN_UP_MS, () => cleanUpAccounts(db), failed),
    ],
  }
}
