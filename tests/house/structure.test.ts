/** Rules about the structure of the source; each failure says how to fix it. */
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { fits, kindOf } from '#tests/kit/checked-rows.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { IMPORTS, type Import, isTest } from './imports.ts'

interface Rule {
  name: string
  fix: string
  breaks(found: Import): boolean
}

/** Contract files that load the schema library at run time, directly or through another file. */
const SCHEMAS = new Set<string>()
const ofContract = IMPORTS.filter(({ from, isType }) => isIn('contract', from) && !isType)
for (let size = -1; size < SCHEMAS.size; ) {
  size = SCHEMAS.size
  for (const { from, to } of ofContract) if (to === 'typebox' || SCHEMAS.has(to)) SCHEMAS.add(from)
}

const RULES: Rule[] = [
  {
    name: 'contract/ imports only typebox and contract/',
    fix: 'Server and page load the contract: move the imported code into contract/, or do without it there.',
    breaks: ({ from, to }) =>
      isIn('contract', from) && !isIn('contract', to) && to.split('/')[0] !== 'typebox',
  },
  {
    name: "a feature never imports another feature's store",
    fix: 'Call a function in feature.ts of that feature, or add one there: only the feature itself uses its tables.',
    breaks: ({ from, to }) =>
      isIn('server', from) && to.endsWith('.store.ts') && featureOf(from) !== featureOf(to),
  },
  {
    name: 'the server never imports web/',
    fix: 'Move what both need into contract/.',
    breaks: ({ from, to }) => isIn('server', from) && isIn('web', to),
  },
  {
    name: 'web/ imports only contract/, web/ and packages for browsers',
    fix: 'Move what both sides need into contract/; ask the server for everything else.',
    breaks: ({ from, to }) =>
      isIn('web', from) &&
      (['server', 'demo', 'scripts', 'tests', 'tools'].some((folder) => isIn(folder, to)) ||
        to.startsWith('node:')),
  },
  {
    name: 'web/ loads no schema of the contract',
    fix: 'Import the type alone, or move the value into a file of contract/ without schemas.',
    breaks: ({ from, to, isType }) => isIn('web', from) && !isType && SCHEMAS.has(to),
  },
  {
    name: 'what is shipped never imports tests/ or tools/',
    fix: 'Move the helper into the shop, or the caller into tests/ or tools/.',
    breaks: ({ to }) => isIn('tests', to) || isIn('tools', to) || isTest(to),
  },
]

it.for(RULES)('$name', ({ fix, breaks }) => {
  const breaches = IMPORTS.filter(breaks).map(({ from, to }) => `${from} imports ${to}`)

  expect(breaches, fix).toEqual([])
})

it('each rule catches a violation', () => {
  const breaches: Import[] = [
    { from: 'contract/cart.ts', to: 'server/app.ts' },
    { from: 'server/orders/orders.ts', to: 'server/cart/cart.store.ts' },
    { from: 'server/app.ts', to: 'web/main.tsx' },
    { from: 'web/main.tsx', to: 'server/config.ts' },
    { from: 'web/main.tsx', to: 'contract/cart.ts' },
    { from: 'server/app.ts', to: 'tests/kit/shop.ts' },
  ]

  expect(RULES.map(({ breaks }, index) => breaches.filter(breaks).length > 0 && index)).toEqual(
    RULES.map((_, index) => index),
  )
  expect(IMPORTS.length).toBeGreaterThan(100)
})

const { tables: TABLES } = inject('rowTypes')

describeShop('the row types in tables.ts', (shop) => {
  it('name exactly the columns that the migrations create', async () => {
    const real = await realTables(shop.db)

    const fix = 'Bring server/platform/db/tables.ts in step with server/platform/db/migrations/.'
    expect(
      eachColumn(TABLES, () => true),
      fix,
    ).toEqual(eachColumn(real, () => true))
  })

  it('allow null exactly where a column does', async () => {
    const real = await realTables(shop.db)

    const fix = 'Add or remove "| null" in server/platform/db/tables.ts.'
    const allowed = eachColumn(TABLES, (kinds) => kinds.includes('null'))
    expect(allowed, fix).toEqual(eachColumn(real, ({ nullable }) => nullable))
  })

  it('have the types of the columns', async () => {
    const real = await realTables(shop.db)

    const wrong = Object.entries(real).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, { kind }]) => {
        const allowed = TABLES[table]?.[column] ?? []
        return fits(kind, allowed) ? [] : [`${table}.${column} is ${kind}, not ${allowed}`]
      }),
    )
    expect(wrong, 'Change the type in server/platform/db/tables.ts.').toEqual([])
  })
})

type ByColumn<T> = Record<string, Record<string, T>>

function eachColumn<T, U>(tables: ByColumn<T>, of: (column: T) => U): ByColumn<U> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, columns]) => [
      table,
      Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, of(column)])),
    ]),
  )
}

async function realTables(db: Database): Promise<ByColumn<{ nullable: boolean; kind: string }>> {
  const { rows } = await sql<{ table: string; name: string; nullable: boolean; type: number }>`
    select relname as table, attname as name, not attnotnull as nullable, atttypid as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
      and not attisdropped and relname not like 'kysely%'`.execute(db.run)
  const tables: ByColumn<{ nullable: boolean; kind: string }> = {}
  for (const { table, name, nullable, type } of rows) {
    if (!TABLES[table]) continue
    const kind = kindOf({ name, dataTypeID: type })
    tables[table] = { ...tables[table], [name]: { nullable, kind } }
  }
  return tables
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`)
}

function featureOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}
