/** Closing an account: erases personal data and anonymizes what the shop must retain. */
import { inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, orNotFound, ShopError, unauthenticated } from '../platform/http/shop-error.ts'
import { writeEvent } from '../platform/outbox/topics.ts'
import type { AccountParts } from './account-parts.ts'
import { ACCOUNT_CLOSED_TOPIC } from './accounts.events.ts'
import * as accounts from './accounts.store.ts'
import * as store from './close-account.store.ts'
import { checkOwnPassword } from './sign-in/step-up.ts'

export type CloseAccount = (caller: Caller, password: string, address: string) => Promise<void>

export function createCloseAccount(parts: AccountParts): CloseAccount {
  const { db, sessions, pictures, warn } = parts

  /**
   * Closes the caller's account after checking the re-entered password.
   * @throws ShopError `invalid` if the password is wrong or was never set; `forbidden` for staff and demo accounts;
   * `not_found`, `too_many`, `unavailable`; `unauthenticated` if the session has ended.
   */
  return async (caller, password, address) => {
    const user = orNotFound(await accounts.findCredentials(db.run, caller.id))
    if (user.accountType === 'admin') {
      throw new ShopError('forbidden', 'error.staffAccount')
    }
    if (user.demo) throw new ShopError('forbidden', 'error.demoAccount')
    if (user.passwordHash === null) {
      throw invalid({ password: ['error.passwordNotSet'] })
    }
    await checkOwnPassword(db, user, { password, address, field: 'password' })
    const picture = await inTransaction(db, async (tx) => {
      const owner = orNotFound(await accounts.lockOwner(tx, caller.id))
      if (!(await sessions.isAlive(tx, caller))) throw unauthenticated()
      const { email, locale } = owner
      const key = await store.anonymize(tx, caller.id)
      await sessions.endAll(tx, caller.id)
      await store.deletePersonalRows(tx, caller.id, email)
      await writeEvent(tx, ACCOUNT_CLOSED_TOPIC, { email, locale })
      return key
    })
    if (!picture) return
    await pictures
      .remove(picture)
      .catch((error) => warn(error, `picture ${picture} could not be deleted`))
  }
}
