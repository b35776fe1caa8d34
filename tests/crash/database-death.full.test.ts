/**
 * R4b: every PostgreSQL process is killed under load. The shop's own process survives, responds with 503 in JSON, and
 * serves again without a restart once the database is back.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Cluster, createCluster } from '#tests/kit/postgres-server.ts'
import { CrashingShop } from './crashing-shop.ts'
import { LOSS } from './oracle.ts'

const KILLS = 5

it('a killed PostgreSQL loses nothing that was acknowledged', { timeout: 600_000 }, async () => {
  const cluster = await createCluster()
  // The control: this database acknowledges commits before writing them, so the oracle must report a loss.
  const careless = await createCluster({ synchronous_commit: 'off', wal_writer_delay: '10s' })
  const control = await killUnderLoad(careless, 20)
  expect(control.complaints.join('\n')).toMatch(LOSS)

  const report = await killUnderLoad(cluster, KILLS)

  expect(report).toMatchObject({ complaints: [], gaveUp: 0, unheard: 0 })
})

/** Stops after the first kill that causes a complaint or makes a client give up. */
async function killUnderLoad(cluster: Cluster, kills: number) {
  await cluster.start()
  const db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' })
  await migrate(db)
  await db.close()
  const shop = new CrashingShop(cluster.url)
  await shop.open()
  try {
    const { program, address } = await shop.start()
    for (let kill = 1; ; kill++) {
      const report = await shop.outage(address, async () => {
        await shop.untilTaken('order', 1)
        await pause(Math.random() * 1_000)
        await cluster.kill()
        await pause(Math.random() * 800)
        expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({
          error: 'unavailable',
        })
        await cluster.start()
      })
      expect(program.child.exitCode).toBeNull()
      if (kill === kills || report.complaints.length + report.gaveUp > 0) return report
    }
  } finally {
    await shop.close()
    await cluster.stop()
  }
}
