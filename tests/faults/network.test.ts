/**
 * R6: the connection to PostgreSQL breaks in every way under load. Requests may fail, but no data is lost, every
 * response arrives in time and is a success, a 4xx or a 503 in JSON, and the shop recovers on its own.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CrashingShop, untilReady } from '#tests/crash/crashing-shop.ts'
import { BadLine, type Fault } from '#tests/kit/bad-line.ts'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'

/** How long the black hole lasts: longer than any timeout that should end a request. */
const HOLE_MS = 12_000
const FAULTS: ReadonlyArray<{ fault: Fault; times: number; ms: number }> = [
  { fault: 'reset', times: volume(1, 5), ms: 150 },
  { fault: 'refuse', times: volume(1, 5), ms: 150 },
  { fault: 'late', times: volume(0, 1), ms: 3_000 },
  { fault: 'narrow', times: volume(0, 1), ms: 3_000 },
  { fault: 'black hole', times: volume(0, 1), ms: HOLE_MS },
]
const CUTS = volume(3, 20)

describe('a broken connection to PostgreSQL', () => {
  let line: BadLine
  let shop: CrashingShop
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createTestDatabase()
    drop = database.drop
    line = new BadLine(database.url)
    await line.open()
    shop = new CrashingShop(database.url, line.url)
    await shop.open()
  })
  afterAll(async () => {
    await shop.close()
    await line.close()
    await drop()
  })

  it('fails requests but loses no data', { timeout: 1_200_000 }, async () => {
    const { program, address } = await shop.start()
    const report = await shop.outage(address, async () => {
      for (const { fault, times, ms } of FAULTS) {
        for (let time = 0; time < times; time++) {
          await pause(Math.random() * 300)
          await line.set(fault)
          await pause(ms)
          await line.set('none')
          await untilReady(address)
        }
      }
      await cutCommits(line, CUTS)
    })

    expect(program.child.exitCode).toBeNull()
    expect(report.complaints, program.printed()).toEqual([])
    expect([report.gaveUp, report.unheard]).toEqual([0, 0])
    if (IS_FULL) expect(report.slowestMs).toBeLessThan(HOLE_MS - 2_000)
  })
})

/** Cuts connections between COMMIT and its result. Clients retry with the same key; the oracle counts the orders. */
async function cutCommits(line: BadLine, times: number): Promise<void> {
  for (let time = 1; time <= times; time++) {
    await line.set('cut after commit')
    while (line.cuts < time) await pause(10)
  }
}
