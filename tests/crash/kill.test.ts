/**
 * R4: the process is killed while sixteen clients add, order, pay, cancel, rate and restock.
 * Nothing that was acknowledged is lost, nothing is half done, and an unanswered request that is
 * sent again takes effect once. Every recorded event is claimed and marked delivered once, and a
 * socket receives the orders.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '#server/platform/db/database.ts'
import { ENGINES, type EngineName, hasEngine } from '#tests/kit/engines.ts'
import { recordEvidence } from '#tests/kit/evidence.ts'
import { IS_SOAK, within } from '#tests/kit/time-limits.ts'
import { CrashingShop } from './crashing-shop.ts'
import { compareDeliveries, type Journal } from './deliveries.ts'
import { LOSS } from './oracle.ts'

const KILLS: Record<EngineName, number> = IS_SOAK
  ? { pglite: 25, postgres: 25 }
  : { pglite: 10, postgres: 8 }
/** Checking a shop takes longer the more it holds, so two hundred kills are spread over eight. */
const SHOPS = IS_SOAK ? 8 : 1
const MINUTES = 60_000
/** How long all clients send requests after the last start. */
const LAST_ORDERS_MS = 2_000

/** The control's result, for the evidence of the engines below. */
let control = ''

describe('a shop that answers before it commits', () => {
  const shop = new CrashingShop('pglite')
  beforeAll(() => shop.open())
  afterAll(() => shop.close())

  it('is caught losing what it acknowledged', { timeout: 5 * MINUTES }, async () => {
    const report = await shop.crash({ kills: 60, entry: 'tests/crash/early-answers.ts' })

    expect(report.complaints.join('\n')).toMatch(LOSS)
    control = `answers before it commits: ${report.complaints.length} complaints after ${report.kills} kills`
  })
})

describe.each(ENGINES)('a killed process (%s)', (engine) => {
  it.skipIf(!hasEngine(engine))(
    'loses nothing it acknowledged and leaves nothing half done',
    { timeout: 40 * MINUTES },
    async () => {
      const lives: Life[] = []
      for (let nth = 0; nth < SHOPS; nth++) lives.push(await live(engine))

      const sum = (figure: (life: Life) => number) =>
        lives.reduce((total, life) => total + figure(life), 0)
      const kills = sum((life) => life.kills)
      const lost = sum((life) => life.lost)
      const slowest = Math.max(...lives.map(({ slowestStartMs }) => slowestStartMs))
      const journals = lives.map(({ journal }) => journal)
      expect(kills).toBe(SHOPS * KILLS[engine])
      expect(slowest).toBeLessThan(within(5_000))
      recordEvidence({
        goal: 'R4',
        engine,
        volume: `${kills} kills under ${sum((life) => life.acknowledged)} acknowledged requests`,
        result: `${lost} of ${sum(({ orders }) => orders)} orders lost or half done, ${sum(({ invoices }) => invoices)} invoices numbered without a gap, ${sum(({ resent }) => resent)} requests sent again and done once; slowest start ${Math.round(slowest)} ms`,
        control,
        figures: { kills, lost },
      })
      recordEvidence({
        goal: 'R4',
        engine,
        volume: `${sum(({ journal }) => journal.events.length)} events recorded, ${sum(({ journal }) => journal.mailIds.length)} mails among them, under ${kills} kills`,
        result: `${deliveriesIn(journals)}, ${sum(({ heardLast }) => heardLast)} of them placed after the last start`,
        control:
          'put into the journal: a missing event, one delivered twice, a missing mail, a step of an order in two mails, an order published before its commit and a socket that receives nothing: 6 complaints',
      })
    },
  )
})

interface Life {
  kills: number
  /** Complaints of the oracle: acknowledged requests that are lost or half done. */
  lost: number
  acknowledged: number
  orders: number
  /** Credit notes included. */
  invoices: number
  resent: number
  slowestStartMs: number
  journal: Journal
  /** Orders that a socket received and that were placed after the last start. */
  heardLast: number
}

/** Kills a shop repeatedly, then stops it properly. Expects that nothing is lost. */
async function live(engine: EngineName): Promise<Life> {
  const shop = new CrashingShop(engine)
  try {
    await shop.open()
    const report = await shop.crash({ kills: KILLS[engine] })
    expect(report.complaints).toEqual([])

    const before = new Set((await shop.journal()).orders)

    // After the last start all unanswered requests are repeated and all events delivered.
    await shop.lapseLeases()
    const { program, address } = await shop.start()
    const resent = report.resent + (await shop.clients.resend(address))
    // No client gives up now, and a socket receives their orders.
    expect(await shop.clients.run(address, AbortSignal.timeout(LAST_ORDERS_MS))).toBe(0)
    // Requests that were answered "not now" when the time was over.
    await shop.clients.resend(address)
    await untilDone(address)
    program.child.kill('SIGTERM')
    const { code, stderr } = await program.ended
    const end = await shop.checkRemains()

    expect([code, stderr]).toEqual([0, ''])
    expect(end.complaints).toEqual([])
    expect(end.unheard).toBe(0)
    expect(await shop.look((db) => waiting(db.run))).toEqual([])
    // Their numbers are among the rules that were checked after every kill.
    const invoices = await shop.look((db) => countInvoices(db.run))
    expect(invoices).toBeGreaterThan(0)
    const journal = await shop.journal()
    expect(compareDeliveries(journal)).toEqual([])
    expect(brokenIn(journal).map((broken) => compareDeliveries(broken).length)).toEqual([
      1, 1, 1, 1, 1, 1,
    ])
    const heardLast = new Set(journal.heard.filter((id) => !before.has(id))).size
    expect(heardLast).toBeGreaterThan(0)
    expect(end.orders).toBeGreaterThan(report.kills)
    const { kills, slowestStartMs } = report
    const { acknowledged, orders } = end
    const lost = report.complaints.length + end.complaints.length
    return {
      kills,
      lost,
      acknowledged,
      orders,
      invoices,
      resent,
      slowestStartMs,
      journal,
      heardLast,
    }
  } finally {
    await shop.close()
  }
}

async function countInvoices(db: Handle): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from invoice`.execute(db)
  return rows[0]?.count ?? 0
}

/** @param journals of independent shops. */
function deliveriesIn(journals: Journal[]): string {
  const sum = (figure: (journal: Journal) => number) =>
    journals.reduce((total, journal) => total + figure(journal), 0)
  const again = sum(({ events }) => events.filter(({ taken }) => taken > 1).length)
  const mails = sum(({ mailIds }) => new Set(mailIds).size)
  const repeated = sum(({ mailIds }) => mailIds.length) - mails
  const heard = sum((journal) => journal.heard.length)
  const heardOf = sum((journal) => new Set(journal.heard).size)
  return [
    `each claimed and marked delivered once, ${again} claimed again after a kill`,
    `${mails} mails requested and sent, ${repeated} repeated under the same id`,
    `${sum(({ steps }) => steps.length)} steps of orders, each in one mail`,
    `a socket received ${heard} events of ${heardOf} orders, 0 of them not stored`,
  ].join('; ')
}

/** Copies of the journal with one defect each, which the oracle must find. */
function brokenIn(journal: Journal): Journal[] {
  const [event, ...others] = journal.events
  const mail = journal.mailIds[0]
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

async function waiting(db: Handle): Promise<unknown[]> {
  const { rows } = await sql`
    select id, topic, attempts from outbox where done_at is null limit 10`.execute(db)
  return rows
}
