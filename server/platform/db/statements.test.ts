import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'

describeShop('a statement with parameters', (shop) => {
  it('returns the same values of every type, first and again', async () => {
    const moment = new Date('2026-11-22T10:00:00.123Z')
    const read = () =>
      shop.sql<Record<string, unknown>>`
        select ${2 ** 53 - 1}::bigint as int8, ${7}::integer as int4, ${'1.50'}::numeric as numeric,
          ${0.5}::float8 as float8, ${true}::boolean as yes, ${false}::boolean as no,
          ${'قهوة'}::text as text, ${null}::text as nothing, ${moment}::timestamptz as moment,
          ${'2026-11-22'}::date as day, ${JSON.stringify({ a: ['ب', null] })}::jsonb as json,
          ${[1, 2]}::integer[] as numbers, ${['a"b', 'c,d']}::text[] as texts`

    const rows = [...(await read()), ...(await read())]

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
})
