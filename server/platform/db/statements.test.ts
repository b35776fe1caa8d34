/** Prepared statements: the values they return, how long they are kept, and when re-prepared. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasEngine, openTestDatabase } from '#tests/kit/engines.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { type Database, type Handle, inTransaction } from './database.ts'
import { PREPARED_FOR_MS, STATEMENTS_MAX } from './pglite-statements.ts'

describeShop('a statement with parameters', (shop) => {
  it('returns the same values of every type, first and again', async () => {
    const moment = new Date('2026-11-22T10:00:00.123Z')
    const read = () =>
      sql<Record<string, unknown>>`
        select ${2 ** 53 - 1}::bigint as int8, ${7}::integer as int4, ${'1.50'}::numeric as numeric,
          ${0.5}::float8 as float8, ${true}::boolean as yes, ${false}::boolean as no,
          ${'قهوة'}::text as text, ${null}::text as nothing, ${moment}::timestamptz as moment,
          ${'2026-11-22'}::date as day, ${JSON.stringify({ a: ['ب', null] })}::jsonb as json,
          ${[1, 2]}::integer[] as numbers, ${['a"b', 'c,d']}::text[] as texts`.execute(shop.db.run)

    const rows = [await read(), await read()].flatMap((result) => result.rows)

    const { day, ...expected } = rows[0] ?? {}
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(rows[0])
    expect(day).toBeInstanceOf(Date)
    expect(expected).toEqual({
      int8: 2 ** 53 - 1,
      int4: 7,
      numeric: '1.50',
      float8: 0.5,
      yes: true,
      no: false,
      text: 'قهوة',
      nothing: null,
      moment,
      json: { a: ['ب', null] },
      numbers: [1, 2],
      texts: ['a"b', 'c,d'],
    })
  })

  it('returns how many rows it changed', async () => {
    await sql`create table changed (id integer)`.execute(shop.db.run)
    const insert = (count: number) =>
      sql`insert into changed select generate_series(1, ${count}::integer)`.execute(shop.db.run)

    expect((await insert(3)).numAffectedRows).toBe(3n)
    expect((await insert(2)).numAffectedRows).toBe(2n)
  })

  it('fails with code, constraint and detail, and works again after that', async () => {
    await sql`create table single (id integer constraint single_id unique)`.execute(shop.db.run)
    const insert = (id: number) => sql`insert into single values (${id})`.execute(shop.db.run)

    await insert(1)
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(insert(1)).rejects.toMatchObject({
        code: '23505',
        constraint: 'single_id',
        detail: 'Key (id)=(1) already exists.',
      })
    }
    await insert(2)

    const { rows } = await sql`select id from single where id > ${0} order by id`.execute(
      shop.db.run,
    )
    expect(rows).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('is refused once its transaction has failed, which then leaves nothing', async () => {
    await sql`create table halved (id integer)`.execute(shop.db.run)
    const refusals: unknown[] = []

    const work = inTransaction(shop.db, async (tx) => {
      const insert = (id: string) =>
        sql`insert into halved values (${id}::text::integer)`.execute(tx)
      await insert('1')
      for (const id of ['no number', '2']) {
        await insert(id).catch(({ code }: { code: string }) => refusals.push(code))
      }
      await sql`select ${'never seen before'}::text`
        .execute(tx)
        .catch((error) => refusals.push(error.code))
    })

    await expect(work).rejects.toThrow()
    expect(refusals).toEqual(['22P02', '25P02', '25P02'])
    const { rows } = await sql`select id from halved where id > ${0}`.execute(shop.db.run)
    expect(rows).toEqual([])
  })
})

describe.skipIf(!hasEngine('pglite'))('a statement on the embedded engine', () => {
  let db: Database

  beforeEach(async () => {
    db = await openTestDatabase('pglite')
    await sql`create table thing (id integer)`.execute(db.run)
    await sql`insert into thing values (1)`.execute(db.run)
  })

  afterEach(async () => {
    vi.restoreAllMocks()
    await db.close()
  })

  const things = (on: Handle = db.run) =>
    sql`select * from thing where id = ${1}`.execute(on).then(({ rows }) => rows)

  /** The statements that the server holds; asked without parameters so as not to be held itself. */
  const prepared = async () => {
    const { rows } = await sql<{ name: string; statement: string; runs: number }>`
      select name, statement, generic_plans + custom_plans as runs
      from pg_prepared_statements order by prepare_time, name`.execute(db.run)
    return rows
  }

  it('is prepared once, however often it runs', async () => {
    for (let run = 0; run < 8; run++) await things()

    expect(await prepared()).toMatchObject([
      { statement: 'select * from thing where id = $1', runs: 8 },
    ])
  })

  it('is evicted when it is the least recently used', async () => {
    const nth = (at: number) =>
      sql`select ${sql.raw(String(at))} + ${1}::integer as n`.execute(db.run)
    await things()
    for (let at = 0; at < STATEMENTS_MAX + 20; at++) {
      await nth(at)
      await things()
    }

    const held = (await prepared()).map(({ statement }) => statement)
    expect(held).toHaveLength(STATEMENTS_MAX)
    expect(held).toContain('select * from thing where id = $1')
    expect(held).not.toContain('select 0 + $1::integer as n')
    expect((await nth(0)).rows).toEqual([{ n: 1 }])
  })

  it('is prepared again after a while, for tables that have grown meanwhile', async () => {
    await things()
    const [before] = await prepared()

    const later = Date.now() + PREPARED_FOR_MS
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await things()

    const after = await prepared()
    expect(after).toHaveLength(1)
    expect(after[0]?.statement).toBe(before?.statement)
    expect(after[0]?.name).not.toBe(before?.name)
  })

  it('returns the new columns once its table has another shape', async () => {
    await things()
    await sql`alter table thing add column name text default 'new'`.execute(db.run)

    expect(await things()).toEqual([{ id: 1, name: 'new' }])
  })

  it('returns the old columns after a change of shape was rolled back', async () => {
    const seen: unknown[] = []
    await inTransaction(db, async (tx) => {
      seen.push(await things(tx))
      await sql`alter table thing add column name text`.execute(tx)
      seen.push(await things(tx))
      throw new Error('undone')
    }).catch(() => {})

    expect(seen).toEqual([[{ id: 1 }], [{ id: 1, name: null }]])
    expect(await inTransaction(db, (tx) => things(tx))).toEqual([{ id: 1 }])
  })

  it.for([
    'alter table thing add column name text; insert into thing values (2)',
    'insert into thing values (2); alter table thing add column name text',
    'do $$ begin alter table thing add column name text; end $$',
  ])('notices a change of shape anywhere in a text: %s', async (text) => {
    await things()

    const rows = await inTransaction(db, async (tx) => {
      await sql.raw(text).execute(tx)
      return things(tx)
    })

    expect(rows).toEqual([{ id: 1, name: null }])
  })

  it('stays prepared after a parameterless statement that changes no shape', async () => {
    await things()
    await inTransaction(db, (tx) => sql`update thing set id = id`.execute(tx))
    await things()

    expect(await prepared()).toMatchObject([{ runs: 2 }])
  })

  describe('whose table was changed where nobody could see it', () => {
    beforeEach(async () => {
      await sql`
        create function change() returns void language plpgsql as $$
          begin alter table thing add column if not exists hidden integer; end
        $$`.execute(db.run)
      await things()
    })
    const change = (on: Handle) => sql`select change()`.execute(on)

    it('runs again', async () => {
      await change(db.run)

      expect(await things()).toEqual([{ id: 1, hidden: null }])
    })

    it('fails its transaction, which then runs again', async () => {
      let attempts = 0
      const rows = await inTransaction(db, async (tx) => {
        attempts++
        await change(tx)
        return things(tx)
      })

      expect(rows).toEqual([{ id: 1, hidden: null }])
      expect(attempts).toBe(2)
    })
  })

  it('is refused as by a server that shuts down once the database is closed', async () => {
    const closed = await openTestDatabase('pglite')
    await closed.close()

    await expect(things(closed.run)).rejects.toMatchObject({ code: '57P01' })
  })
})
