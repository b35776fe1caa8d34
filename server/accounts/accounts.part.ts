/** Wires everything about accounts in order of dependency; used by app.ts. */
import type { EmailsPart } from '../emails/emails.part.ts'
import type { Database } from '../platform/db/database.ts'
import type { Processes } from '../platform/db/processes.ts'
import type { Api, Guards } from '../platform/http/api.ts'
import { every, type Stop } from '../platform/jobs/every.ts'
import type { PictureStore } from '../platform/media/picture-store.ts'
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

interface Settings extends AccountsSettings {
  publicUrl: string
}

export interface AccountsPartNeeds {
  config: Settings
  db: Database
  processes: Processes
  pictures: PictureStore
  emails: Pick<EmailsPart, 'outbox' | 'send'>
  /** Whether the shop asks its customers to confirm their e-mails. */
  asksToConfirm: boolean
  warn(error: unknown, what: string): void
  /** Called after the commit with the products whose rating changed. */
  announceRatings(productIds: readonly number[]): Promise<void>
}

/** The data that other parts store about a customer. */
export interface OthersOfCustomer
  extends Pick<
    DataExportParts,
    'addressesOf' | 'ordersOf' | 'notesOf' | 'invoicesOf' | 'cartOf' | 'ratingsOf' | 'devicesOf'
  > {
  latestOrders: LatestOrders
}

export async function createAccountsPart({
  config,
  db,
  processes,
  pictures,
  emails,
  asksToConfirm,
  warn,
  announceRatings,
}: AccountsPartNeeds) {
  const { publicUrl } = config
  const { notify } = emails.outbox
  mailAccountEvents(emails.outbox, { db, send: emails.send, publicUrl, asksToConfirm })

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

    guards: { authenticate: sessions.authenticate, isAdmin: accounts.isAdmin } satisfies Guards,
    picturesInUse: picturesOfAccounts,

    routes(api: Api, { latestOrders, ...others }: OthersOfCustomer): void {
      accountsRoutes(api, {
        accounts,
        emailChanges,
        passwordReset: createPasswordReset({ ...shared, settle: emailChanges.settle }),
        closeAccount: createCloseAccount({ db, sessions, pictures, notify, warn }),
        exportData: createDataExport({ db, sessions, asksToConfirm, ...others }),
      })
      sessionsRoutes(api, db, sessions)
      googleRoutes(api, google, publicUrl.startsWith('https:'))
      accountsAdminRoutes(api, createManageCustomers(db, sessions), latestOrders)
    },

    start: (failed: (error: unknown) => void): Stop[] => [
      every(CLEAN_UP_MS, () => cleanUpAccounts(db), failed),
    ],
  }
}
