import { sql } from 'kysely'
import { createSessions } from '../../server/accounts/sessions/sessions.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { openSignals } from '../../server/platform/db/signals.ts'

export const DEVICE = { userAgent: 'bench', address: '127.0.0.1', token: null }

export async function signInCustomers(
  db: Database,
  count: number,
): Promise<Array<{ id: number; token: string }>> {
  const sessions = createSessions(db, await openSignals(db))
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, email)
    select 'bench', gen_random_uuid() || '@example.com' from generate_series(1, ${count}::integer)
    returning id`.execute(db.run)
  const people: Array<{ id: number; token: string }> = []
  // Signs in one customer after another: all at once would overflow the connection pool's queue.
  for (const { id } of rows) {
    const { access_token } = await sessions.signIn({ id, accountType: 'customer' }, DEVICE)
    people.push({ id, token: access_token })
  }
  return people
}
