/** Statements with parameters: the values they return, and how they fail. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { inTransaction } from './database.ts'

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
