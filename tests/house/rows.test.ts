/** Checks that the comparison of statements with their row types (tests/kit/checked-rows.ts) reports mistakes. */
import { type RawBuilder, RawNode, sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { checkedDatabase } from '#tests/kit/checked-rows.ts'
import { type RowType, textOf } from '#tests/kit/row-types.ts'
import { describeShop } from '#tests/kit/shop.ts'

const { templates } = inject('rowTypes')

it('the compiler knows the columns of each template, however its type is built', () => {
  const rowOf = (text: string) => templates.find((template) => template.text.includes(text))?.row

  expect(templates.length).toBeGreaterThan(100)
  // An interface with an added field, an interface that extends another, and a contract type without one field.
  expect(rowOf('select place.position')).toMatchObject({
    picture_key: ['null', 'string'],
    is_read: ['boolean'],
    added_at: ['Date'],
    position: ['number'],
  })
  expect(rowOf('json_agg(placed')).toMatchObject({ orders: ['json[]', 'null'] })
  expect(rowOf('from partner')).toMatchObject({ logo_ratio: ['number'], link: ['null', 'string'] })
})

const PERSON = { id: ['number'], username: ['string'], phone: ['null', 'string'] }

interface Case {
  name: string
  statement: RawBuilder<unknown>
  row: RowType
  hears: string[]
}

const CASES: Case[] = [
  {
    name: 'matches its type',
    statement: sql`select *, '[]'::jsonb as lines from app_user where id > ${0}`,
    row: { ...PERSON, created_at: ['Date'], lines: ['json[]'], other: ['nothing', 'string'] },
    hears: [],
  },
  {
    name: 'has another name for a column',
    statement: sql`select id, username as name, phone from app_user where ${false}`,
    row: PERSON,
    hears: ['here: there is no column "username"'],
  },
  {
    name: 'lacks a column',
    statement: sql`select username, phone from app_user where ${false}`,
    row: PERSON,
    hears: ['here: there is no column "id"'],
  },
  {
    name: 'returns another type',
    statement: sql`select id, id as username, phone from app_user where ${false}`,
    row: PERSON,
    hears: ['here: "username" is number, not string'],
  },
  {
    name: 'returns a number as text, as numeric does',
    statement: sql`select sum(id) as id, 'a' as username, null as phone from app_user where ${false}`,
    row: PERSON,
    hears: ['here: "id" is string, not number'],
  },
  {
    name: 'returns null where there is none in its type',
    statement: sql`select id, username, phone from app_user where id > ${0}`,
    row: { ...PERSON, phone: ['string'] },
    hears: ['here: "phone" is null, not string'],
  },
]

describeShop('a statement that', (shop) => {
  it.for(CASES)('$name', async ({ statement, row, hears }) => {
    const node = statement.toOperationNode()
    if (!RawNode.is(node)) throw new Error('the statement is not a single template')
    await shop.customer()
    const heard = new Set<string>()
    const seen: string[] = []
    const template = { at: 'here', text: textOf(node.sqlFragments), row }
    const { run } = checkedDatabase(shop.db.engine, [template], {
      complain: (what) => heard.add(what),
      saw: ({ at }) => seen.push(at),
    })

    await statement.execute(run)

    expect([...heard]).toEqual(hears)
    expect(seen).toEqual(['here'])
  })
})
