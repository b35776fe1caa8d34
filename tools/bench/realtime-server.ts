/** The real shop with customers but no products, controlled by realtime.ts. */
import type { AddressInfo } from 'node:net'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { signInCustomers } from './sign-in.ts'

export interface ServerSetup {
  databaseUrl: string | null
  dataDir: string
  /** The number of customers to create and sign in; 0 if they exist from an earlier start. */
  customers: number
  /** Both ports are reused after a restart; 0 means any free port. */
  port: number
  realtimePort: number
}

export interface ServerReply {
  port: number
  realtimePort: number
  people: Array<{ id: number; token: string }>
}

export type ServerOrder = { do: 'publish'; events: number } | { do: 'memory' } | { do: 'stop' }

process.once('message', async (setup: ServerSetup) => {
  const config = readConfig({
    ...(setup.databaseUrl && { DATABASE_URL: setup.databaseUrl }),
    DATA_DIR: setup.dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    // The clients share a few IP addresses, because they run on one machine.
    REALTIME_SOCKETS_PER_ADDRESS: '100000',
    REALTIME_APP_SECRET: 'a secret that is stable across restarts',
  })
  const db = await openDatabase(config)
  await migrate(db)
  const people = setup.customers === 0 ? [] : await signInCustomers(db, setup.customers)
  const app = await createApp(config, db)
  await app.listen({ host: '127.0.0.1', port: setup.port })
  const { port } = app.server.address() as AddressInfo
  const at = { host: '127.0.0.1', port: setup.realtimePort }
  process.send?.({ port, realtimePort: await app.realtime.listen(at), people })
  process.on('message', async (order: ServerOrder) => {
    if (order.do === 'stop') {
      await app.close()
      await db.close()
      process.exit(0)
    }
    if (order.do === 'publish') {
      for (let index = 0; index < order.events; index++) {
        const data = JSON.stringify({ sentAt: Date.now() })
        await app.realtime.publish([{ channels: ['news'], event: 'news', data }])
      }
    }
    process.send?.({ rss: process.memoryUsage().rss, ...app.realtime.figures() })
  })
  // Exiting also ends the embedded database.
  for (const end of ['disconnect', 'SIGTERM']) process.once(end, () => process.exit(0))
})
