/**
 * R4b: every process of PostgreSQL is killed under load. The shop's own process survives, answers
 * 503 in JSON, and serves again without a restart when the database is back.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Cluster, createCluster } from '#tests/kit/postgres-server.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { CrashingShop } from './crashing-shop.ts'
import { LOSS, type Verdict } from './oracle.ts'

const KILLS = volume(1, 5)

interface Report extends Verdict {
  kills: number
  /** The longest time from the return of the database to the shop's first success. */
  recoverMs: number
  /** Clients that got no response, or one that is not JSON. */
  gaveUp: number
}

it('a killed PostgreSQL loses nothing that was acknowledged', { timeout: 600_000 }, async () => {
  const cluster = await createCluster()
  // The control acknowledges before it writes: the same oracle must notice.
  if (IS_FULL) {
    const careless = await createCluster({ synchronous_commit: 'off', wal_writer_delay: '10s' })
    const control = await killUnderLoad(careless, 20)
    expect(control.complaints.join('\n')).toMatch(LOSS)
  }

  const report = await killUnderLoad(cluster, KILLS)

  expect(report.complaints).toEqual([])
  expect(report).toMatchObject({ kills: KILLS, gaveUp: 0, unheard: 0 })
})

/** Ends at the first kill after which something is wrong. */
async function killUnderLoad(cluster: Cluster, kills: number): Promise<Report> {
  await cluster.start()
  const db = await openDatabase({ databaseUrl: cluster.url, dataDir: '' })
  await migrate(db)
  await db.close()
  const shop = new CrashingShop(cluster.url)
  await shop.open()
  try {
    const { program, address } = await shop.start()
    let recoverMs = 0
    let gaveUp = 0
    for (let kill = 1; ; kill++) {
      const stop = new AbortController()
      const running = shop.clients.run(address, stop.signal)
      await shop.untilTaken('order', 1)
      await pause(Math.random() * volume(300, 1_000))
      await cluster.kill()
      await pause(Math.random() * 800)
      expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({
        error: 'unavailable',
      })
      await cluster.start()
      recoverMs = Math.max(recoverMs, await untilReady(address))
      stop.abort()
      gaveUp += await running
      await shop.clients.resend(address)
      expect(program.child.exitCode).toBeNull()
      const verdict = await shop.checkRemains()
      if (kill === kills || verdict.complaints.length > 0) {
        return { ...verdict, kills: kill, recoverMs, gaveUp }
      }
    }
  } finally {
    await shop.close()
    await cluster.stop()
  }
}

/** @returns how long it took. */
async function untilReady(address: string): Promise<number> {
  const began = performance.now()
  while ((await fetch(`${address}/readyz`)).status !== 200) await pause(20)
  return Math.round(performance.now() - began)
}
