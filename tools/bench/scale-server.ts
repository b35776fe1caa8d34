/** The real shop on a filled database, with customers or its owner signed in. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { createSessions } from '../../server/accounts/sessions/sessions.ts'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { type Database, openDatabase } from '../../server/platform/db/database.ts'
import { openSignals } from '../../server/platform/db/signals.ts'
import type { ScaleSetup } from './scale.ts'
import { DEVICE, signInCustomers } from './sign-in.ts'

process.once('message', async ({ databaseUrl, dataDir, customers }: ScaleSetup) => {
  const config = readConfig({
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    REALTIME_PORT: '0',
    // A few customers place hundreds of orders, and nobody pays.
    UNPAID_ORDERS_MAX: 'off',
    ADDRESS: 'later',
  })
  const db = await openDatabase(config)
  const app = await createApp(config, db)
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as { port: number }).port })
  const answers = {
    tokens: async () => (await signInCustomers(db, customers)).map(({ token }) => token),
    owner: () => signInOwner(db),
    /** The process's CPU time since its start, in milliseconds. */
    cpu: async () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
    loop: async () => loopSinceLast(),
    memory: async () => process.memoryUsage.rss() / 2 ** 20,
  }
  process.on('message', async (wish: keyof typeof answers) => {
    process.send?.(await answers[wish]())
  })
  // Exiting also ends the embedded database.
  for (const end of ['disconnect', 'SIGTERM']) process.once(end, () => process.exit(0))
})

export interface LoopUse {
  /** The CPU time that the event loop's thread has used since the last call, in milliseconds. */
  busy: number
  /** The longest time that the event loop was blocked, in milliseconds. */
  longest: number
}

const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
let before = process.threadCpuUsage()

function loopSinceLast(): LoopUse {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  // The monitor checks every millisecond, so one millisecond is not a delay.
  const longest = Math.max(delays.max / 1e6 - 1, 0)
  delays.reset()
  return { busy: (user + system) / 1000, longest }
}

async function signInOwner(db: Database): Promise<string> {
  const sessions = createSessions(db, await openSignals(db))
  const { rows } = await sql<{ id: number }>`
    select id from app_user where account_type = 'admin' limit 1`.execute(db.run)
  const owner = { id: rows[0]?.id ?? 0, accountType: 'admin' } as const
  return (await sessions.signIn(owner, DEVICE)).access_token
}
