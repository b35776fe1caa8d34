/**
 * R4: the process is killed while sixteen clients add, order, pay, cancel, rate and restock. Nothing that was
 * acknowledged is lost, nothing is half done, and a request repeated for lack of a response takes effect once. Events
 * and emails are covered by the outbox tests.
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

async function killAndCompare(shop: CrashingShop): Promise<void> {
  expect((await shop.crash(KILLS)).complaints).toEqual([])

  const { program, address } = await shop.start()
  await shop.clients.resend(address)
  // No client may give up while the process keeps running.
  const stop = new AbortController()
  const running = shop.clients.run(address, stop.signal)
  await shop.untilTaken('order', shop.taken('order') + LAST_PURCHASES)
  stop.abort()
  expect(await running).toBe(0)
  // Repeats the requests whose last response was a 503 when the clients stopped.
  await shop.clients.resend(address)
  program.child.kill('SIGTERM')
  const { code, stderr } = await program.ended
  const end = await shop.checkRemains()

  expect([code, stderr]).toEqual([0, ''])
  expect(end.complaints).toEqual([])
  expect(end.unheard).toBe(0)
  expect(end.orders).toBeGreaterThan(KILLS)
  // The invariants, checked after every kill, include invoice numbering, so there must be invoices to check.
  expect(await shop.look(countInvoices)).toBeGreaterThan(0)
}

async function countInvoices({ run }: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from invoice`.execute(run)
  return rows[0]?.count
}
