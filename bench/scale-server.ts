/** The real shop over a database that is filled already, with a signed-in customer per client. */
import { sql } from 'kysely'
import { createSessions } from '#server/accounts/sessions.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { openSignals } from '#server/platform/db/signals.ts'
import type { ScaleSetup } from './scale.ts'

process.once('message', async ({ databaseUrl, dataDir, customers }: ScaleSetup) => {
  const config = readConfig({
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    REALTIME_PORT: '0',
  })
  const db = await openDatabase(config)
  const app = await createApp(config, db)
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as { port: number }).port })
  process.on('message', async (wish: 'tokens' | 'memory') => {
    process.send?.(
      wish === 'tokens' ? await signIn(db, customers) : process.memoryUsage.rss() / 2 ** 20,
    )
  })
  process.once('disconnect', () => process.exit(0))
})

async function signIn(db: Database, customers: number): Promise<string[]> {
  const sessions = createSessions(db, await openSignals(db))
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, email)
    select 'scale', gen_random_uuid() || '@example.com' from generate_series(1, ${customers}::integer)
    returning id`.execute(db.read)
  const device = { userAgent: 'bench', address: '127.0.0.1' }
  return Promise.all(
    rows.map(({ id }) => sessions.open(db.read, { id, accountType: 'customer' }, device)),
  )
}
