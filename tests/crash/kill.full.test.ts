/**
 * R4: the process is killed while sixteen clients add, order, pay, cancel, rate and restock.
 * Nothing that was acknowledged is lost, nothing is half done, and an unanswered request that is
 * sent again takes effect once. Events and mails are covered by the outbox tests.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { CrashingShop } from './crashing-shop.ts'

const KILLS = 8
const MINUTES = 60_000
const LAST_PURCHASES = 100

it('a killed process loses nothing it acknowledged and leaves nothing half done', {
  timeout: 20 * MINUTES,
}, async () => {
  const shop = new CrashingShop()
  try {
    await shop.open()
    await killAndCompare(shop)
  } finally {
    await shop.close()
  }
})

/** Kills a shop repeatedly, then stops it properly, and expects that nothing is lost. */
async function killAndCompare(shop: CrashingShop): Promise<void> {
  expect((await shop.crash(KILLS)).complaints).toEqual([])

  // After the last start all unanswered requests are repeated.
  const { program, address } = await shop.start()
  await shop.clients.resend(address)
  // From here on, no client may give up.
  const stop = new AbortController()
  const running = shop.clients.run(address, stop.signal)
  await shop.untilTaken('order', shop.taken('order') + LAST_PURCHASES)
  stop.abort()
  expect(await running).toBe(0)
  // Requests that were answered "not now" when the time was up.
  await shop.clients.resend(address)
  program.child.kill('SIGTERM')
  const { code, stderr } = await program.ended
  const end = await shop.checkRemains()

  expect([code, stderr]).toEqual([0, ''])
  expect(end.complaints).toEqual([])
  expect(end.unheard).toBe(0)
  expect(end.orders).toBeGreaterThan(KILLS)
  // The invoices' numbers are among the rules that were checked after every kill.
  expect(await shop.look(countInvoices)).toBeGreaterThan(0)
}

async function countInvoices({ run }: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from invoice`.execute(run)
  return rows[0]?.count
}
