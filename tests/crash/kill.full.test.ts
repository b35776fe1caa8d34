/**
 * R4: the process is killed while sixteen clients add, order, pay, cancel, rate and restock.
 * Nothing that was acknowledged is lost, nothing is half done, and an unanswered request that is
 * sent again takes effect once. Every recorded event is claimed and marked delivered once, and a
 * socket receives the orders.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Handle } from '#server/platform/db/database.ts'
import { CrashingShop } from './crashing-shop.ts'
import { compareDeliveries, type Journal } from './deliveries.ts'

const KILLS = 8
const MINUTES = 60_000
/** Purchases after the last start: one in ten has mails. */
const LAST_PURCHASES = 400

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

/** Kills a shop repeatedly, then stops it properly. Expects that nothing is lost. */
async function killAndCompare(shop: CrashingShop): Promise<void> {
  expect((await shop.crash(KILLS)).complaints).toEqual([])

  const before = new Set((await shop.journal()).orders)

  // After the last start all unanswered requests are repeated and all events delivered.
  await shop.lapseLeases()
  const { program, address } = await shop.start()
  await shop.clients.resend(address)
  // No client gives up now, and a socket receives their orders.
  const stop = new AbortController()
  const running = shop.clients.run(address, stop.signal)
  await shop.untilTaken('order', shop.taken('order') + LAST_PURCHASES)
  stop.abort()
  expect(await running).toBe(0)
  // Requests that were answered "not now" when the time was over.
  await shop.clients.resend(address)
  await untilDone(address)
  program.child.kill('SIGTERM')
  const { code, stderr } = await program.ended
  const end = await shop.checkRemains()

  expect([code, stderr]).toEqual([0, ''])
  expect(end.complaints).toEqual([])
  expect(end.unheard).toBe(0)
  expect(await shop.look((db) => count(db.run, sql`outbox where done_at is null`))).toBe(0)
  // Their numbers are among the rules that were checked after every kill.
  expect(await shop.look((db) => count(db.run, sql`invoice`))).toBeGreaterThan(0)
  const journal = await shop.journal()
  expect(compareDeliveries(journal)).toEqual([])
  expect(brokenIn(journal).map((broken) => compareDeliveries(broken).length)).toEqual([
    1, 1, 1, 1, 1, 1,
  ])
  expect(journal.heard.filter((id) => !before.has(id)).length).toBeGreaterThan(0)
  expect(end.orders).toBeGreaterThan(KILLS)
}

async function count(db: Handle, from: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]?.count
}

/** Copies of the journal with one defect each, which the oracle must find. */
function brokenIn(journal: Journal): Journal[] {
  const [event, ...others] = journal.events
  // One that no payment makes needless.
  const mail = journal.mailIds.find((id) => !id.startsWith('order-email-'))
  const defective = (defect: object) => ({
    ...journal,
    events: [{ ...event, ...defect }, ...others],
  })
  return [
    defective({ taken: 0 }) as Journal,
    defective({ done: 2 }) as Journal,
    { ...journal, mailIds: journal.mailIds.filter((id) => id !== mail) },
    { ...journal, steps: [{ order_id: 0, move: 'pay', mails: 2 }, ...journal.steps] },
    { ...journal, heard: [...journal.heard, 0] },
    { ...journal, heard: [] },
  ]
}

/** @throws when events still wait after a minute, or the metric is missing. */
async function untilDone(address: string): Promise<void> {
  let left: string[] = []
  for (const deadline = Date.now() + MINUTES; Date.now() < deadline; await pause(200)) {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    // One line for each outbox, events and mails, and one for what is in no mail yet.
    left = metrics.match(/^barq_(outbox|email_steps)_waiting.*$/gm) ?? []
    if (left.length === 3 && left.every((line) => line.endsWith(' 0'))) return
  }
  throw new Error(`not everything was delivered: ${left.join(', ') || 'no such metric'}`)
}
