/** Creates an admin or resets an admin's password from the command line, for when nobody can sign in. */
import { type Database, inTransaction } from '../platform/db/database.ts'
import { StartError } from '../platform/start-error.ts'
import { findByEmail, lockOwner } from './accounts.store.ts'
import { insertAdmin } from './first-admin.ts'
import type { Sessions } from './sessions/sessions.ts'
import { endOtherWays, setPassword } from './sign-in/password-reset.store.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { setOff } from './sign-in/second-factor.store.ts'

/**
 * An existing admin keeps everything except the password and the second factor, which may be lost. Open sessions,
 * mailed links and linked providers are revoked, since a stranger may control them.
 * @throws StartError if the email belongs to a customer or to a disabled account.
 */
export async function setAdmin(
  db: Database,
  sessions: Pick<Sessions, 'endAll'>,
  { email, password }: { email: string; password: string },
): Promise<'created' | 'changed'> {
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    if (await insertAdmin(tx, email, passwordHash)) return 'created'
    const account = await findByEmail(tx, email)
    if (account?.accountType !== 'admin' || account.disabled) {
      throw new StartError(
        `${email} belongs to a customer or to a disabled account: use a different email`,
      )
    }
    await lockOwner(tx, account.id)
    await setPassword(tx, account.id, passwordHash)
    await endOtherWays(tx, account.id)
    await setOff(tx, account.id)
    await sessions.endAll(tx, account.id)
    return 'changed'
  })
}
