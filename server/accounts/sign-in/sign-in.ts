import type { SignedIn } from '#contract/accounts.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Device, Sessions } from '../sessions/sessions.ts'

/** Opens a session. @returns what the client stores. */
export async function signIn(
  db: Database,
  sessions: Sessions,
  user: Parameters<Sessions['open']>[1],
  device: Device,
): Promise<SignedIn> {
  const token = await sessions.open(db.run, user, device)
  return { access_token: token, token_type: 'Bearer', account_type: user.accountType }
}
