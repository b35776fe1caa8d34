import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { type ImportProblem, PRODUCT_COLUMNS } from '#contract/admin.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { readTable } from './read-table.ts'
import { PRODUCTS_SHAPE } from './validate-import.ts'

type Row = Partial<Record<(typeof PRODUCT_COLUMNS)[number], string>>

const GOOD: Row = {
  category: 'Phones',
  name: 'Imported',
  name_ar: 'مستورد',
  description: 'From a file',
  description_ar: 'من ملف',
  seller: 'Orvane',
  seller_ar: 'أورفان',
  price: '10.50',
  stock: '3',
}

/** What may be wrong with a row, and the field that the problem must name. */
const BAD: Array<[string, Row]> = [
  ['price', { price: '' }],
  ['price', { price: 'ten' }],
  ['price', { price: '-1' }],
  ['price', { price: '1.005' }],
  ['price', { price: '99999999' }],
  ['price', { price: '0x10' }],
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(301) }],
  ['name_ar', { name_ar: '  ' }],
  ['category', { category: 'Toys' }],
  ['category', { category: '' }],
  ['seller', { seller: '' }],
  ['compare_at_price', { compare_at_price: '10.50' }],
  ['compare_at_price', { compare_at_price: 'much' }],
  ['sku', { sku: '=HYPERLINK("x")' }],
  ['id', { id: '999999' }],
  ['id', { id: 'first' }],
  ['stock', { stock: '1.5' }],
  ['stock', { stock: '-2' }],
  ['description', { description: 'x'.repeat(5001) }],
]

describeShop('an import of products', (shop) => {
  let admin: Person
  const send = (file: string | Buffer, query: Record<string, string>, headers = {}) => {
    const { payload, headers: type } = multipart('file', file)
    return shop.call('POST', '/api/admin/products/imports', {
      token: admin.token,
      query,
      payload,
      headers: { ...type, ...headers },
    })
  }
  const finished = async (id: number) => {
    const job = async () =>
      (await shop.call('GET', `/api/admin/products/imports/${id}`, { token: admin.token })).body
        .data
    await expect.poll(async () => (await job()).state, { timeout: 60_000 }).toBe('done')
    return job()
  }

  beforeAll(async () => {
    admin = await shop.admin()
    // In a shop without products, rows bring their ids.
    await shop.product()
  })
  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('of 500 rows with 20 bad ones lists all 20, and changes nothing', async () => {
    const { file, badRows } = fiveHundred('check')

    const { status, body } = await send(file, { mode: 'check' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ rows: 500, creates: 480, updates: 0, job: null })
    expect(body.problems.map(({ row, field }: ImportProblem) => [row, field])).toEqual(badRows)
    for (const { reason } of body.problems) expect(reason).toMatch(/\w{3}/)
    expect(await count(shop, 'check-%')).toBe(0)
  })

  it('with bad rows is refused as a whole unless they may be left out', async () => {
    const { file, badRows } = fiveHundred('apply')

    const refused = await send(file, { mode: 'apply' })

    expect(refused.status).toBe(422)
    expect(refused.body.problems).toHaveLength(20)
    expect(await count(shop, 'apply-%')).toBe(0)

    const { body } = await send(file, { mode: 'apply', skipBad: 'true' })
    const job = await finished(body.job)

    expect(job).toMatchObject({ total: 480, done: 480, created: 480, updated: 0, bad_rows: 20 })
    expect(job.problems.map(({ row, field }: ImportProblem) => [row, field])).toEqual(badRows)
    expect(await count(shop, 'apply-%')).toBe(480)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from audit_entry
      where action = 'create' and after ->> 'sku' like 'apply-%'`.execute(shop.db.run)
    expect(rows[0]?.count).toBe(480)
  })

  it('with a column that the shop has not is refused unless it may be left out', async () => {
    const file = csv([{ ...GOOD, sku: 'column-1' }]).replace('sku', 'colour')

    const refused = await send(file, { mode: 'apply' })

    expect([refused.status, refused.body.problem_count]).toEqual([422, 1])
    const { body } = await send(file, { mode: 'apply', skipBad: 'true' })
    expect(await finished(body.job)).toMatchObject({ state: 'done', created: 1, bad_rows: 0 })
  })

  it('changes existing products by id or sku, and their stock by the change only', async () => {
    const byId = await shop.product({ name: 'Old', stock: 10 })
    const bySku = await shop.product({ name: 'Old', stock: 10 })
    await sql`update product set sku = 'known-1' where id = ${bySku}`.execute(shop.db.run)
    const file = csv([
      { ...GOOD, id: String(byId), name: 'New', stock: '500', stock_change: '-4' },
      { ...GOOD, sku: 'known-1', name: 'New too', stock: '', compare_at_price: '12' },
    ])

    const { body } = await send(file, { mode: 'apply' })
    const job = await finished(body.job)

    expect(job).toMatchObject({ created: 0, updated: 2, problems: [] })
    const { rows } = await sql`
      select name, sku, on_hand, written_off, price_cents, compare_at_cents, version from product
      where id in (${byId}, ${bySku}) order by id`.execute(shop.db.run)
    const common = { price_cents: 1050, version: 2 }
    expect(rows).toEqual([
      { ...common, name: 'New', sku: null, on_hand: 6, written_off: 4, compare_at_cents: null },
      {
        ...common,
        name: 'New too',
        sku: 'known-1',
        on_hand: 10,
        written_off: 0,
        compare_at_cents: 1200,
      },
    ])
  })

  it("sets the seller's Arabic name, and keeps it when the file has no such column", async () => {
    const importing = async (file: string) =>
      finished((await send(file, { mode: 'apply' })).body.job)
    const sellers = async () => {
      const { rows } = await sql`
        select seller, seller_ar from product where sku = 'arabic-1'`.execute(shop.db.run)
      return rows
    }
    const row = { ...GOOD, sku: 'arabic-1' }
    const older = PRODUCT_COLUMNS.filter((column) => column !== 'seller_ar')

    await importing(csv([{ ...row, seller_ar: 'أورفان' }]))
    expect(await sellers()).toEqual([{ seller: 'Orvane', seller_ar: 'أورفان' }])
    await importing(csv([{ ...row, seller: 'Orvane Ltd' }], older))
    expect(await sellers()).toEqual([{ seller: 'Orvane Ltd', seller_ar: 'أورفان' }])
    await importing(csv([{ ...row, seller_ar: '' }]))
    expect(await sellers()).toEqual([{ seller: 'Orvane', seller_ar: '' }])
  })

  it('counts the rows that leave their product unchanged separately', async () => {
    const ids = [await shop.product(), await shop.product(), await shop.product()]
    const exported = await shop.call('GET', '/api/admin/products/export', { token: admin.token })
    const rows = (parse(exported.text, { columns: true, bom: true }) as Row[])
      .filter(({ id }) => ids.includes(Number(id)))
      .map((row, index): Row => {
        if (index === 0) return { ...row, name: 'Another name' }
        return index === 1 ? { ...row, stock_change: '2' } : row
      })

    const { body } = await send(csv([...rows, GOOD]), { mode: 'apply' })
    const job = await finished(body.job)

    expect(body).toMatchObject({ rows: 4, creates: 1, updates: 2, unchanged: 1, problems: [] })
    expect(job).toMatchObject({ total: 4, done: 4, created: 1, updated: 2 })
  })

  it('does not accept the same product or sku twice, nor more units than are free', async () => {
    const id = String(await shop.product({ stock: 2 }))
    const file = csv([
      { ...GOOD, id, stock_change: '-3' },
      { ...GOOD, id },
      { ...GOOD, sku: 'twice' },
      { ...GOOD, sku: 'twice' },
    ])

    const { body } = await send(file, { mode: 'check' })

    expect(body.problems.map(({ row, field }: ImportProblem) => [row, field])).toEqual([
      [2, 'stock_change'],
      [3, 'id'],
      [5, 'sku'],
    ])
  })

  it('leaves out a row that can no longer be applied, and nothing else of its chunk', async () => {
    const id = await shop.product({ name: 'Popular', stock: 3 })
    const other = await shop.product()
    const file = csv([
      { ...GOOD, sku: 'late-1' },
      { ...GOOD, id: String(id), name: 'Less popular', stock_change: '-3' },
      { ...GOOD, sku: 'late-2' },
      { ...GOOD, sku: 'taken-1' },
    ])
    // Ordered after the file was validated and before the chunk is applied.
    await sql`
      create function order_meanwhile() returns trigger language plpgsql as $$
      begin
        update product set reserved = 1 where id = ${sql.lit(id)};
        insert into stock_ledger (product_id, d_reserved, reason) values (${sql.lit(id)}, 1, 'reserve');
        update product set sku = 'taken-1' where id = ${sql.lit(other)};
        return null;
      end $$`.execute(shop.db.run)
    await sql`
      create trigger order_meanwhile after insert on import_job
      for each row execute function order_meanwhile()`.execute(shop.db.run)

    const { body } = await send(file, { mode: 'apply' })
    const job = await finished(body.job)

    expect(job).toMatchObject({ total: 4, done: 4, created: 2, updated: 0, bad_rows: 2 })
    expect(job.problems).toMatchObject([
      { row: 3, field: 'stock_change' },
      { row: 5, field: 'sku' },
    ])
    expect(await count(shop, 'late-%')).toBe(2)
    const { rows } = await sql`select name, on_hand, version from product where id = ${id}`.execute(
      shop.db.run,
    )
    expect(rows).toEqual([{ name: 'Popular', on_hand: 3, version: 1 }])
    await sql`drop trigger order_meanwhile on import_job`.execute(shop.db.run)
    await sql`update product set reserved = 0 where id = ${id}`.execute(shop.db.run)
    await sql`
      insert into stock_ledger (product_id, d_reserved, reason) values (${id}, -1, 'release')`.execute(
      shop.db.run,
    )
  })

  it('reads files from spreadsheets: semicolons, a byte order mark, quotes, empty rows', async () => {
    const file = `\uFEFF${Object.keys(GOOD).join(';')}\r\n${Object.values({
      ...GOOD,
      name: '"Two; ""lines""\r\nlong"',
    }).join(';')}\r\n;;;;;;;\r\n`

    const { body } = await send(file, { mode: 'check' })

    expect(body).toMatchObject({ rows: 1, creates: 1, problems: [] })
  })

  it('says what to write for an amount or a category', async () => {
    const { body } = await send(csv([{ ...GOOD, price: '1.299,00', category: 'phones' }]), {
      mode: 'check',
    })

    expect(body.problems).toEqual([
      {
        row: 2,
        field: 'price',
        reason: expect.stringMatching(/^"1\.299,00" is not an amount: write/),
      },
      {
        ...{ row: 2, field: 'category' },
        reason: '"phones" is not a category: write Phones, Accessories, Electronics.',
      },
    ])
  })

  it('tells a comma within a quoted heading from one between columns', async () => {
    const file = `"Weight, kg";${Object.keys(GOOD).join(';')}\n1;${Object.values(GOOD).join(';')}\n`

    const { body } = await send(file, { mode: 'check' })

    expect(body).toMatchObject({ creates: 1, problems: [{ row: 1, field: 'weight, kg' }] })
  })

  it.for([
    ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x41])],
    ['a picture of columns', 'a,b,c\n1,2,3\n'],
    ['an open quote', `${PRODUCT_COLUMNS.join(',')}\n"1,2`],
  ] as const)('is refused when it is %s', async ([, file]) => {
    const { status, body } = await send(file, { mode: 'check' })

    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['file'])
  })

  it('answers in the language of the request', async () => {
    const { body } = await send(
      csv([{ ...GOOD, name: '' }]),
      { mode: 'check' },
      {
        'accept-language': 'ar',
      },
    )

    expect(body.problems[0].reason).toContain('مطلوب')
  })

  it('names the column of units by its label', async () => {
    const known = String(await shop.product())
    const file = csv([
      { ...GOOD, stock: 'many' },
      { ...GOOD, id: known, stock_change: '1.5' },
    ])
    const reasons = async (language: string) =>
      (await send(file, { mode: 'check' }, { 'accept-language': language })).body.problems.map(
        ({ reason }: ImportProblem) => reason,
      )

    expect(await reasons('en')).toEqual([
      'Stock must be a whole number of units.',
      'Stock change must be a whole number of units.',
    ])
    expect(await reasons('ar')).toEqual([
      'المخزون: أدخل عددًا صحيحًا من القطع.',
      'تغيير المخزون: أدخل عددًا صحيحًا من القطع.',
    ])
  })

  it('is found by its number only', async () => {
    const answer = await shop.call('GET', '/api/admin/products/imports/999999', {
      token: admin.token,
    })

    expect(answer.status).toBe(404)
  })
})

describeShop('the export of products', (shop) => {
  it('is imported as it was exported, and no cell is a formula', async () => {
    const admin = await shop.admin()
    const quoted = "'=1+1"
    const evil = '=cmd|"/c calc"!A1'
    const ids = [
      await shop.product({ name: evil, description: '+1, "quoted"\nand more', price: 0.29 }),
      await shop.product({
        name: '@SUM(A1)',
        name_ar: '－٢',
        seller_ar: '=بائع',
        description: quoted,
        compareAtPrice: 30,
        stock: 4,
      }),
    ]
    // More than one batch.
    await sql`
      insert into product (category_id, user_id, seller, name, name_ar, description, description_ar,
        price_cents)
      select category_id, user_id, seller, 'Copy ' || copy, name_ar, description, description_ar, copy
      from product cross join generate_series(1, 600) copy where id = ${ids[0]}`.execute(
      shop.db.run,
    )

    const answer = await shop.call('GET', '/api/admin/products/export', { token: admin.token })

    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const records = parse(answer.text, { columns: true, bom: true }) as Array<
      Record<string, string>
    >
    expect(records).toHaveLength(602)
    expect(Object.keys(records[0] ?? {})).toEqual([...PRODUCT_COLUMNS])
    for (const cell of records.flatMap(Object.values)) expect(cell).not.toMatch(/^[=+\-@\t\r－]/)
    expect(records[0]).toMatchObject({ id: String(ids[0]), name: `'${evil}`, price: '0.29' })
    expect(records[1]?.description).toBe(`'${quoted}`)
    expect(records[1]?.seller_ar).toBe("'=بائع")
    expect(records[1]).toMatchObject({ compare_at_price: '30', stock: '4', stock_change: '' })
    const again = await shop.call('POST', '/api/admin/products/imports', {
      token: admin.token,
      query: { mode: 'apply' },
      ...multipart('file', answer.text),
    })
    const report = { rows: 602, updates: 0, unchanged: 602, creates: 0, problems: [] }
    expect(again.body).toMatchObject(report)
    const job = async () =>
      (
        await shop.call('GET', `/api/admin/products/imports/${again.body.job}`, {
          token: admin.token,
        })
      ).body.data
    await expect.poll(async () => (await job()).state, { timeout: 60_000 }).toBe('done')
    expect(await job()).toMatchObject({ done: 602, created: 0, updated: 0 })
    // An import that changes nothing adds no audit entry.
    const { rows } = await sql`select before, after from audit_entry`.execute(shop.db.run)
    expect(rows).toEqual([])
  })
})

function fiveHundred(tag: string): { file: string; badRows: Array<[number, string]> } {
  const rows = Array.from({ length: 500 }, (_, index): Row => ({ ...GOOD, sku: `${tag}-${index}` }))
  const badRows = BAD.map(([field, wrong], index): [number, string] => {
    const at = index * 24 + 7
    rows[at] = { ...rows[at], ...wrong }
    return [at + 2, field]
  })
  return { file: csv(rows), badRows }
}

function csv(rows: Row[], columns: readonly (typeof PRODUCT_COLUMNS)[number][] = PRODUCT_COLUMNS) {
  const quoted = (cell = '') => `"${cell.replaceAll('"', '""')}"`
  const lines = rows.map((row) => columns.map((column) => quoted(row[column])).join(','))
  return [columns.join(','), ...lines].join('\n')
}

async function count(shop: Shop, skus: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from product where sku like ${skus}`.execute(shop.db.run)
  return rows[0]?.count ?? 0
}

describeShop('a file that would exhaust the server', (shop) => {
  let admin: Person
  beforeAll(async () => {
    admin = await shop.admin()
  })
  const check = (file: string) =>
    shop.call('POST', '/api/admin/products/imports', {
      token: admin.token,
      query: { mode: 'check' },
      ...multipart('file', file),
    })
  const errorOf = async (file: string) => {
    const { status, body } = await check(file)
    return [status, body.errors?.file?.[0]]
  }
  const heading = PRODUCT_COLUMNS.join(',')

  it('of 1,500 columns and 15,000 rows is refused by its heading, and no row is read', async () => {
    const columns = Array.from({ length: 1_500 }, (_, index) => `x${index}`)
    // The last row is unreadable: an error that does not mention it came before.
    const file = `${heading},${columns.join(',')}\n${'a\n'.repeat(15_000)}"`
    const before = process.memoryUsage().rss

    expect(await errorOf(file)).toEqual([
      422,
      'The file has 1520 columns: at most 460 can be read. Remove those that are not in the export.',
    ])
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(200)
  })

  it.for([
    [
      'more than ten unknown columns',
      `${heading},${Array.from({ length: 11 }, (_, index) => `mine ${index}`).join(',')}\n`,
      'The file has 11 columns that no product has: at most 10 are ignored. Remove some, such as "mine 0".',
    ],
    [
      'a column twice',
      `${heading},price\n`,
      'The file has the column "price" twice: remove one of them.',
    ],
    [
      'a row of very many cells',
      `${heading}\n${','.repeat(20)}\n${','.repeat(500)}\n`,
      'Row 3 has 501 cells: at most 460 can be read. Is a quotation mark missing around a text with commas?',
    ],
    [
      'a row of very much text',
      `${heading}\n\n"${'x'.repeat(270_000)}"\n`,
      'Row 3 (line 3) is longer than 256 KB. Is a closing quotation mark missing?',
    ],
    [
      'an open quote before much else',
      `${heading}\n"a\n${'b\n'.repeat(200_000)}`,
      expect.stringMatching(/^Row 2 \(line \d+\) is longer than 256 KB/),
    ],
    [
      'very many cells',
      `${heading},${Array.from({ length: 430 }, (_, at) => `attribute.${at}`)}\n${`${'1,'.repeat(449)}1\n`.repeat(2_300)}`,
      'The file has more than 1,000,000 filled cells. Split it into several files.',
    ],
    [
      'more rows than may be',
      `${heading}\n${'a,b\n'.repeat(20_001)}`,
      'A file has at most 20000 rows.',
    ],
  ] as Array<[string, string, string]>)(
    'with %s is refused, with the reason',
    async ([, file, reason]) => {
      expect(await errorOf(file)).toEqual([422, reason])
    },
  )

  it('names unknown columns, and leaves them and cells without a column out', async () => {
    const mine = 'weight,,compare_price'
    const { status, body } = await check(
      `${mine},${Object.keys(GOOD).join(',')},,\n1,2,3,${Object.values(GOOD).join(',')},,,,,\n`,
    )

    expect([status, body.creates, body.bad_rows]).toEqual([200, 1, 0])
    expect(body.problems).toEqual([
      { row: 1, field: 'weight', reason: 'The shop has no column "weight": it is ignored.' },
      {
        ...{ row: 1, field: 'compare_price' },
        reason: expect.stringMatching(/Did you mean "compare_at_price"\?$/),
      },
    ])
  })

  it('and is accepted leaves the server to others between its rows', {
    timeout: 60_000,
  }, async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index): Row => ({ ...GOOD, sku: `big-${index}` }),
    )
    const file = csv(rows)
    let turns = 0
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        expect((await shop.call('GET', '/healthz')).status).toBe(200)
        turns++
        // An injected call needs no turn of the event loop, as a call over the network does.
        await setImmediate()
      }
    })()
    const { body } = await check(file).finally(() => {
      isOver = true
    })
    await others

    expect(body).toMatchObject({ rows: 20_000, creates: 20_000, problems: [] })
    // Chunks end within multibyte characters.
    const names = (await readTable(Buffer.from(file), PRODUCTS_SHAPE)).rows.map(({ cells }) =>
      cells.get('name_ar'),
    )
    expect(new Set(names)).toEqual(new Set([GOOD.name_ar]))
    // Every 500 rows at least: while they are read, and while they are validated.
    expect(turns).toBeGreaterThanOrEqual(2 * (20_000 / 500))
  })
})
