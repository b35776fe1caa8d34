import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import type { Message } from './message.ts'
import { claim, countUnclaimed, markDone, postpone, release, removeDone } from './outbox.store.ts'
import { createOutbox } from './outbox.ts'
import { defineTopic, writeEvent } from './topics.ts'
import type { Translate } from './translators.ts'

const ANYTHING = defineTopic('test', Type.Unknown())

const CLAIM = { limit: 200, leaseSeconds: 30 }

describeShop('outbox', (shop) => {
  let stops: Array<() => Promise<void>> = []
  beforeEach(() => shop.sql`delete from outbox`)
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()))
    stops = []
  })

  function start(translate: Translate, publish: (messages: readonly Message[]) => Promise<void>) {
    const warnings: string[] = []
    const warn = (_error: unknown, what: string) => void warnings.push(what)
    const outbox = createOutbox({ db: shop.db, publish, warn })
    outbox.on(ANYTHING, translate)
    stops.push(outbox.start())
    return { outbox, warnings }
  }

  const toMessages: Translate = async (events) =>
    events.map(({ id }) => [{ channels: ['c'], event: 'e', data: String(id) }])

  it('delivers after a notification, and without one', async () => {
    const heard: string[] = []
    const { outbox } = start(toMessages, async (messages) => {
      heard.push(...messages.map(({ data }) => data))
    })
    const [first] = await write(shop, 1)
    outbox.notify()
    await expect.poll(() => heard, { interval: 5 }).toEqual([String(first)])
    const [second] = await write(shop, 1)
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual([String(first), String(second)])
    await expect.poll(async () => (await outbox.figures()).waiting).toBe(0)
  })

  it('retries an event that cannot be translated, which blocks only its own partition', async () => {
    const [bad = 0] = await write(shop, 1, { line: 'a' })
    const [blocked = 0] = await write(shop, 1, { line: 'a' })
    const [other = 0] = await write(shop, 1, { line: 'b' })
    const heard: number[] = []
    let failures = 1
    const { warnings } = start(
      async (events) => {
        if (events.some(({ id }) => id === bad) && failures > 0) {
          if (events.length === 1) failures--
          throw new Error('not now')
        }
        return toMessages(events)
      },
      async (messages) => void heard.push(...messages.map(({ data }) => Number(data))),
    )
    await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(3)
    expect(heard).toEqual([other, bad, blocked])
    expect(warnings).toHaveLength(1)
    const rows = await shop.sql<{ attempts: number }>`
      select attempts from outbox where id = ${blocked}`
    // Waiting for another event does not count as an attempt.
    expect(rows[0]?.attempts).toBe(1)
  })

  it('keeps everything while nothing can be published', async () => {
    const ids = await write(shop, 5)
    const heard: number[] = []
    let isDown = true
    start(toMessages, async (messages) => {
      if (isDown) throw new Error('down')
      heard.push(...messages.map(({ data }) => Number(data)))
    })
    await expect
      .poll(async () => (await shop.sql`select 1 from outbox where attempts > 0`).length)
      .toBe(5)
    isDown = false
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual(ids)
  })

  it('passes on only payloads that fit the topic, and delays no others', async () => {
    const lined = defineTopic('lined', Type.Object({ line: Type.String() }))
    await writeEvent(shop.db.run, ANYTHING, { line: 1 })
    await shop.sql`update outbox set topic = ${lined.name}`
    await writeEvent(shop.db.run, lined, { line: 'good' })
    const [handed, warnings]: string[][] = [[], []]
    const warn = (error: unknown) => void warnings?.push(String(error))
    const outbox = createOutbox({ db: shop.db, publish: async () => {}, warn })
    outbox.onEach(lined, async ({ payload }) => void handed?.push(payload.line))
    stops.push(outbox.start())

    await expect.poll(() => doneIds(shop)).toHaveLength(1)
    expect(handed).toEqual(['good'])
    expect(warnings).toEqual([
      'Error: the stored payload does not match the topic lined: data/line must be string',
    ])
  })

  it('leaves events alone whose topic has no handler', async () => {
    await write(shop, 1, { topic: 'of a newer version' })
    const { outbox } = start(toMessages, async () => {})
    const [known] = await write(shop, 1)
    outbox.notify()
    await expect.poll(() => doneIds(shop)).toEqual([known])
    expect((await outbox.figures()).waiting).toBe(0)
    expect(await countUnclaimed(shop.db.run, outbox.topics())).toBe(1)
  })

  it('counts as dead-lettered only by the limit of its own outbox', async () => {
    const db = shop.db.run
    await write(shop, 2, { line: 'a' })
    await sql`update outbox set attempts = 10, available_at = now() + interval '1 hour',
      created_at = now() - interval '1 minute' where id = (select min(id) from outbox)`.execute(db)
    const warn = () => {}
    const patient = createOutbox({ db: shop.db, publish: async () => {}, warn, attemptsMax: 300 })
    const ordinary = createOutbox({ db: shop.db, publish: async () => {}, warn })
    for (const outbox of [patient, ordinary]) outbox.on(ANYTHING, toMessages)

    expect(await patient.figures()).toMatchObject({ waiting: 2, deadLettered: 0 })
    expect((await patient.figures()).oldestSeconds).toBeGreaterThanOrEqual(60)
    expect(await ordinary.figures()).toMatchObject({ waiting: 1, deadLettered: 1 })
    expect((await ordinary.figures()).oldestSeconds).toBeLessThan(60)
  })

  it('does not wait for the topics of another outbox', async () => {
    const db = shop.db.run
    const [mail = 0] = await write(shop, 1, { topic: 'mail' })
    expect(await claim(db, ['mail'], CLAIM)).toHaveLength(1)
    await postpone(db, [mail])
    const [event] = await write(shop, 1)
    expect((await claim(db, ['test'], CLAIM)).map(({ id }) => id)).toEqual([event])
  })

  it('dead-letters an event after ten attempts, and its partition goes on', async () => {
    const db = shop.db.run
    const [poison = 0, next = 0] = await write(shop, 2, { line: 'a' })
    for (let attempt = 1; attempt <= 10; attempt++) {
      const [first, second] = await claim(db, ['test'], CLAIM)
      expect([first?.id, first?.attempts]).toEqual([poison, attempt])
      await postpone(db, [poison])
      await release(db, [second?.id ?? 0])
      const { rows } = await sql<{ wait: number }>`
        select round(extract(epoch from available_at - now()))::integer as wait
        from outbox where id = ${poison}`.execute(db)
      expect(rows[0]?.wait).toBe(Math.min(300, 2 ** (attempt - 1)))
      if (attempt < 10) expect(await claim(db, ['test'], CLAIM)).toEqual([])
      await sql`update outbox set available_at = now() where id = ${poison}`.execute(db)
    }
    expect((await claim(db, ['test'], CLAIM)).map(({ id }) => id)).toEqual([next])
  })

  it('releases an event when its process died', async () => {
    const db = shop.db.run
    await write(shop, 1)
    expect(await claim(db, ['test'], { ...CLAIM, leaseSeconds: 0 })).toHaveLength(1)
    expect((await claim(db, ['test'], CLAIM))[0]?.attempts).toBe(2)
    expect(await claim(db, ['test'], CLAIM)).toEqual([])
  })

  it('removes events seven days after they were delivered, and nothing else', async () => {
    const db = shop.db.run
    const [old = 0, fresh = 0, waiting = 0] = await write(shop, 3)
    await markDone(db, [old, fresh])
    await sql`update outbox set done_at = now() - interval '8 days' where id = ${old}`.execute(db)
    await sql`update outbox set created_at = now() - interval '8 days'`.execute(db)
    expect(await removeDone(db, { olderThanDays: 7, limit: 10 })).toBe(1)
    const { rows } = await sql<{ id: number }>`select id from outbox order by id`.execute(db)
    expect(rows.map(({ id }) => id)).toEqual([fresh, waiting])
  })

  it('removes the oldest first', async () => {
    const db = shop.db.run
    const ids = await write(shop, 4)
    // The events are marked as done from last to first, so that the newest comes first in storage order.
    for (const id of [...ids].reverse()) {
      await sql`update outbox set done_at = now() - interval '8 days' where id = ${id}`.execute(db)
    }
    expect(await removeDone(db, { olderThanDays: 7, limit: 2 })).toBe(2)
    expect(await doneIds(shop)).toEqual(ids.slice(2))
  })
})

describeShop('outbox of several processes', (shop) => {
  it('each event is claimed once and never overtakes an earlier one of its partition', async () => {
    const db = shop.db.run
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    for (const line of lines) await write(shop, 20, { line })
    const order = new Map<string, number[]>()
    const under = new Set<string>()
    async function work(): Promise<void> {
      for (let idle = 0; idle < 30; ) {
        const events = await claim(db, ['test'], { limit: 15, leaseSeconds: 30 })
        if (events.length === 0) idle++
        const mine = new Set(events.map(({ partition }) => partition))
        for (const partition of mine) {
          // Two processes working on the same partition could deliver its events in either order.
          expect(under.has(partition)).toBe(false)
          under.add(partition)
        }
        for (const { partition, id } of events)
          order.set(partition, [...(order.get(partition) ?? []), id])
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 8))
        for (const partition of mine) under.delete(partition)
        await markDone(
          db,
          events.map(({ id }) => id),
        )
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    expect(order.size).toBe(20)
    for (const ids of order.values()) {
      expect(ids).toHaveLength(20)
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
    }
  })
})

async function write(
  shop: Shop,
  count: number,
  { line = 'line', topic = 'test' } = {},
): Promise<number[]> {
  const rows = await shop.sql<{ id: number }>`
    insert into outbox (topic, payload)
    select ${topic}, jsonb_build_object('line', ${line}::text) from generate_series(1, ${count}::integer)
    returning id`
  return rows.map(({ id }) => id)
}

async function doneIds(shop: Shop): Promise<number[]> {
  const rows = await shop.sql<{ id: number }>`
    select id from outbox where done_at is not null order by id`
  return rows.map(({ id }) => id)
}
