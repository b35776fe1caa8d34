/**
 * R4: the process is killed while sixteen clients add, order, pay, cancel, rate and restock.
 * Nothing that was acknowledged is lost, nothing is half done, and whoever sends again what was not
 * answered gets it done once. Every event that was written down is taken and marked done once, and a
 * socket hears of orders.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '../../platform/db/database.ts'
import { ENGINES, type EngineName, hasEngine } from '../engines.ts'
import { IS_SOAK, within } from '../patience.ts'
import { proven } from '../proof.ts'
import { CrashingShop } from './crashing-shop.ts'
import { compareDeliveries, type Journal } from './deliveries.ts'
import { LOSS } from './judge.ts'

const KILLS: Record<EngineName, number> = IS_SOAK
  ? { pglite: 200, postgres: 200 }
  : { pglite: 10, postgres: 8 }
const MINUTES = 60_000
/** Of everybody's requests after the last start. */
const LAST_ORDERS_MS = 2_000

/** The control's complaints, for the proof of the engine that follows. */
let control = ''

describe('a shop that answers before it commits', () => {
  const shop = new CrashingShop('pglite')
  beforeAll(() => shop.open())
  afterAll(() => shop.close())

  it('is caught losing what it acknowledged', { timeout: 5 * MINUTES }, async () => {
    const report = await shop.crash({ kills: 60, entry: 'server/testing/crash/early-answers.ts' })

    expect(report.complaints.join('\n')).toMatch(LOSS)
    control = `answers before it commits: ${report.complaints.length} complaints after ${report.kills} kills`
  })
})

describe.each(ENGINES)('a killed process (%s)', (engine) => {
  describe.skipIf(!hasEngine(engine))('', () => {
    const shop = new CrashingShop(engine)
    beforeAll(() => shop.open())
    afterAll(() => shop.close())

    it('loses nothing it acknowledged and halves nothing', { timeout: 40 * MINUTES }, async () => {
      const report = await shop.crash({ kills: KILLS[engine] })
      expect(report.complaints).toEqual([])

      const before = new Set((await shop.journal()).orders)

      // The last start ends in an orderly way, when all is sent again and marked done.
      await shop.lapseLeases()
      const { program, address } = await shop.start()
      const resent = report.resent + (await shop.clients.resend(address))
      // Nobody gives up now, and what they order is heard of.
      expect(await shop.clients.run(address, AbortSignal.timeout(LAST_ORDERS_MS))).toBe(0)
      // Of those who were told "not now" when the time was over.
      await shop.clients.resend(address)
      await untilDone(address)
      program.child.kill('SIGTERM')
      const { code, stderr } = await program.ended
      const end = await shop.judgeRemains()
      const undone = await shop.look((db) => waiting(db.read))

      expect([code, stderr]).toEqual([0, ''])
      expect(end.complaints).toEqual([])
      expect(end.unheard).toBe(0)
      const lost = report.complaints.length + end.complaints.length
      expect(undone).toEqual([])
      const journal = await shop.journal()
      expect(compareDeliveries(journal)).toEqual([])
      expect(brokenIn(journal).map((broken) => compareDeliveries(broken).length)).toEqual([
        1, 1, 1, 1, 1,
      ])
      const heardLast = new Set(journal.heard.filter((id) => !before.has(id))).size
      expect(heardLast).toBeGreaterThan(0)
      expect(end.orders).toBeGreaterThan(report.kills)
      expect(report.slowestStartMs).toBeLessThan(within(5_000))
      proven({
        goal: 'R4',
        engine,
        volume: `${report.kills} kills under ${end.acknowledged} acknowledged requests`,
        result: `${lost} of ${end.orders} orders lost or half done, ${resent} requests sent again and done once; slowest start ${Math.round(report.slowestStartMs)} ms`,
        control,
        figures: { kills: report.kills, lost },
      })
      proven({
        goal: 'R4',
        engine,
        volume: `${journal.events.length} events written down, ${journal.mailIds.length} mails among them, under ${report.kills} kills`,
        result: `${deliveriesIn(journal)}, ${heardLast} of them placed after the last start`,
        control:
          'an event left out, one done twice, a mail that is missing, an order told before its commit and a socket that hears nothing, put into the journal: 5 complaints',
      })
    })
  })
})

function deliveriesIn({ events, mailIds, heard }: Journal): string {
  const again = events.filter(({ taken }) => taken > 1).length
  const mails = new Set(mailIds).size
  return [
    `each taken and marked done once, ${again} taken again after a kill`,
    `${mails} mails asked for and sent, ${mailIds.length - mails} repeated under the same id`,
    `a socket heard ${heard.length} times of ${new Set(heard).size} orders, 0 of them not stored`,
  ].join('; ')
}

/** The journal with one defect each, which the oracle must see. */
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
    { ...journal, heard: [...journal.heard, 0] },
    { ...journal, heard: [] },
  ]
}

/** @throws when something still waits after a minute, or the figure is not told. */
async function untilDone(address: string): Promise<void> {
  let left: string[] = []
  for (const deadline = Date.now() + MINUTES; Date.now() < deadline; await pause(200)) {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    // A line for each outbox: of events, of mails.
    left = metrics.match(/^barq_outbox_waiting.*$/gm) ?? []
    if (left.length > 0 && left.every((line) => line.endsWith(' 0'))) return
  }
  throw new Error(`not all was done: ${left.join(', ') || 'no such figure'}`)
}

async function waiting(db: Handle): Promise<unknown[]> {
  const { rows } = await sql`
    select id, topic, attempts from outbox where done_at is null limit 10`.execute(db)
  return rows
}
