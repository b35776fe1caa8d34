import type { EmailsPart } from '../emails/emails.part.ts'
import type { Peers } from '../platform/db/peers.ts'
import type { OpenSignals } from '../platform/db/signals.ts'
import type { Api, Guards } from '../platform/http/api.ts'
import { every, type Stop } from '../platform/jobs/every.ts'
import type { AccountParts } from './account-parts.ts'
import { accountsAdminRoutes, type LatestOrders } from './accounts.admin-routes.ts'
import { accountsRoutes } from './accounts.routes.ts'
import type { AccountsSettings } from './accounts.settings.ts'
import { picturesOfAccounts } from './accounts.store.ts'
import { createAccounts } from './accounts.ts'
import { cleanUpAccounts } from './cleanup.ts'
import { createCloseAccount } from './close-account.ts'
import { createDataExport, type DataExportParts } from './data-export.ts'
import { mailAccountEvents } from './emails/deliver-emails.ts'
import { createEmailChanges } from './emails/email-change.ts'
import { guestsRoutes } from './guests.routes.ts'
import { createGuests } from './guests.ts'
import { createManageCustomers } from './manage-customers.ts'
import { createManageStaff } from './manage-staff.ts'
import { createApiTokens } from './sessions/api-tokens.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { googleRoutes } from './sign-in/google.routes.ts'
import { createGoogle } from './sign-in/google.ts'
import { createPasswordReset } from './sign-in/password-reset.ts'
import { secondFactorRoutes } from './sign-in/second-factor.routes.ts'
import { createSecondFactor } from './sign-in/second-factor.ts'
import { createStepUp } from './sign-in/step-up.ts'

const CLEAN_UP_MS = 600_000

export interface AccountsPartNeeds
  extends Pick<
    AccountParts,
    'db' | 'pictures' | 'asksToConfirm' | 'homeCountry' | 'announceRatings' | 'warn'
  > {
  config: AccountsSettings & { publicUrl: string }
  signals: OpenSignals
  peers: Peers
  emails: Pick<EmailsPart, 'outbox' | 'send'>
}

/** What the account routes need from other features. */
export interface OthersOfCustomer extends Omit<DataExportParts, keyof AccountParts> {
  latestOrders: LatestOrders
  takesGuests(): Promise<boolean>
}

export async function createAccountsPart({
  config,
  signals,
  peers,
  emails,
  ...needs
}: AccountsPartNeeds) {
  const { db, asksToConfirm } = needs
  const { publicUrl } = config
  mailAccountEvents(emails.outbox, { db, send: emails.send, publicUrl, asksToConfirm })

  const { caughtUp } = peers
  const sessions = createSessions(db, signals, { life: config.sessionLife, caughtUp })
  const { signUpsPerAddress } = config
  const shared: AccountParts = { ...needs, sessions, signUpsPerAddress }
  const emailChanges = createEmailChanges(shared)
  const stepUp = createStepUp(db)
  const secondFactor = createSecondFactor({ ...shared, publicUrl })
  const accounts = createAccounts({ ...shared, emailChanges, stepUp, secondFactor })
  const client =
    config.google &&
    (await import('./sign-in/google-client.ts')).createGoogleClient(
      config.google,
      `${publicUrl}/api/auth/google/return`,
    )
  const google = createGoogle({ ...shared, secondFactor, client })

  return {
    sessions,
    accounts,
    guards: {
      authenticate: sessions.authenticate,
      roleOf: accounts.roleOf,
      stepUp,
    } satisfies Guards,
    picturesInUse: picturesOfAccounts,

    routes(api: Api, { latestOrders, takesGuests, ...others }: OthersOfCustomer): void {
      accountsRoutes(api, {
        accounts,
        emailChanges,
        stepUp,
        passwordReset: createPasswordReset({ ...shared, settle: emailChanges.settle }),
        closeAccount: createCloseAccount(shared),
        exportData: createDataExport({ ...shared, ...others }),
      })
      sessionsRoutes(api, db, sessions)
      guestsRoutes(api, createGuests({ ...shared, takesGuests }))
      secondFactorRoutes(api, secondFactor)
      googleRoutes(api, google, publicUrl.startsWith('https:'))
      accountsAdminRoutes(
        api,
        {
          customers: createManageCustomers(db, sessions),
          staff: createManageStaff(shared),
          tokens: createApiTokens(db, sessions),
        },
        latestOrders,
      )
    },

    start: (failed: (error: unknown) => void): Stop[] => [
      every(CLEAN_UP_MS, () => cleanUpAccounts(db), failed),
    ],
  }
}
