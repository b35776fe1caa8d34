import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type ImportChange, type ImportProblem, PRODUCT_COLUMNS } from '#contract/admin.ts'
import { IMPORT_PROBLEMS_MAX } from '#contract/limits.ts'
import { importsOf, PHONE, type Row, table } from '#tests/kit/imports.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'

const GOOD: Row = { ...PHONE, seller_ar: 'أورفان', stock: '3' }

/** For each bad row: the field that its problem must name, and the cells that make it bad. */
const BAD: Array<[string, Row]> = [
  ['price', { price: '' }],
  ['price', { price: 'ten' }],
  ['price', { price: '-1' }],
  ['price', { price: '1.005' }],
  ['price', { price: '99999999' }],
  ['price', { price: '0x10' }],
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(301) }],
  ['name_ar', { name_ar: 'x'.repeat(301) }],
  ['category', { category: 'Toys' }],
  ['category', { category: '' }],
  ['seller', { seller: 'x'.repeat(121) }],
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
  const { token, send, jobOf, check, apply, applyAfter } = importsOf(shop)

  // The shop must not be empty, or rows would keep the ids from their file.
  beforeAll(() => shop.product())
  shop.keepInvariants()

  it('of 150 rows with 20 bad ones is refused as a whole unless they may be left out', async () => {
    const { file, badRows } = withBadRows()

    const { status, body } = await send(file, { mode: 'check' })
    const refused = await send(file, { mode: 'apply' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ rows: 150, creates: 130, updates: 0, job: null })
    expect(refused.status).toBe(422)
    for (const { problems } of [body, refused.body]) {
      expect(problems.map(({ row, field }: ImportProblem) => [row, field])).toEqual(badRows)
      for (const { reason } of problems) expect(reason).toMatch(/\w{3}/)
    }
    expect(await count(shop, 'apply-%')).toBe(0)

    const { job } = await apply(file, { skipBad: 'true' })

    expect(job).toMatchObject({ total: 130, done: 130, created: 130, updated: 0, bad_rows: 20 })
    expect(job.problems.map(({ row, field }) => [row, field])).toEqual(badRows)
    expect(await count(shop, 'apply-%')).toBe(130)
    const rows = await shop.sql<{ count: number }>`
      select count(*) as count from audit_entry
      where action = 'create' and after ->> 'sku' like 'apply-%'`
    expect(rows[0]?.count).toBe(130)
  })

  it('of new prices alone changes known products, and no others', async () => {
    const fields = { ...GOOD, name: 'Priced', seller: 'Orvane', compare_at_price: '40' }
    await apply(table([1, 2].map((n) => ({ ...fields, sku: `priced-${n}` }))))
    const stored = async () => {
      const rows = await shop.sql<{ price_cents: number; on_hand: number }>`
        select price_cents, on_hand, name, name_ar, description, seller, category_id, compare_at_cents
        from product where sku like 'priced-%' order by sku`
      return rows
    }
    const before = await stored()

    const file = table([
      { sku: 'priced-1', price: '12.25' },
      { sku: 'priced-2', price: '13' },
      { sku: 'priced-3', price: '14' },
    ])
    const report = await check(file)
    expect(report).toMatchObject({ creates: 0, updates: 2, bad_rows: 1 })
    expect(report.changes.map((one: ImportChange) => [one.before, one.after])).toEqual([
      [{ price_cents: 1050 }, { price_cents: 1225 }],
      [{ price_cents: 1050 }, { price_cents: 1300 }],
    ])
    await apply(file, { skipBad: 'true' })
    const after = before.map((row, at) => ({ ...row, price_cents: [1225, 1300][at] }))
    expect(await stored()).toEqual(after)

    const { report: ofStock } = await apply('sku;stock_change\npriced-1;-1\npriced-2;\n')
    expect(ofStock).toMatchObject({ updates: 1, unchanged: 1 })
    expect((await stored()).map(({ on_hand, price_cents }) => [on_hand, price_cents])).toEqual([
      [2, 1225],
      [3, 1300],
    ])
  })

  it('knows categories by the names that staff gave them, too', async () => {
    await shop.sql`update category set title = 'Mobiles', title_ar = 'الجوالات' where name = 'Phones'`
    const rows = ['mobile', 'جوالات', 'Mobiles > Folding phones'].map((category, at) => ({
      ...GOOD,
      sku: `own-${at}`,
      category,
    }))
    const { problems } = await check(table(rows))
    expect(problems.map(({ row, field }: ImportProblem) => [row, field])).toEqual([
      [4, 'sub_category'],
    ])
    await shop.sql`update category set title = '', title_ar = ''`
  })

  it('needs no second language, and keeps the one that a product has', async () => {
    const one = { sku: 'bare-1', category: 'Phones', name: 'Bare', price: '5' }
    const two = { ...one, sku: 'bare-2' }
    const path = '/api/admin/products'
    const rows = async () => {
      const query = { search: 'bare', sort: 'name' }
      const { body } = await shop.call('GET', path, { token: await token(), query })
      return body.products.map(({ sku, name_ar }: Record<string, string>) => `${sku} ${name_ar}`)
    }

    expect((await apply(table([one, two]))).job).toMatchObject({ created: 2, problems: [] })
    const arabic = { ...two, name_ar: 'عارٍ', description_ar: 'وصف' }
    expect((await apply(table([one, arabic]))).report).toMatchObject({ updates: 1, unchanged: 1 })
    const renamed = [one, two].map((row) => ({ ...row, name: 'Bare renamed' }))
    await apply(table(renamed))

    expect((await rows()).sort()).toEqual(['bare-1 Bare renamed', 'bare-2 عارٍ'])
    expect((await check(table(renamed))).unchanged).toBe(2)
  })

  it('of the sample file, which has every column, is valid as it is', async () => {
    const sample = readFileSync('web/admin/products/sample.csv', 'utf8')

    const { report, job } = await apply(sample)

    expect(sample, 'as spreadsheets expect it').toMatch(/^\uFEFF.*\r\n/)
    expect(parse(sample, { bom: true })[0]).toEqual(PRODUCT_COLUMNS)
    expect(report).toMatchObject({ creates: 2, problems: [], source: null })
    expect(job).toMatchObject({ state: 'done', created: 2, problems: [] })
  })

  it('names the first of very many problems and counts all, also of a row that fails late', async () => {
    const taken = await shop.product()
    const bad = Array.from({ length: 300 }, () => ({ ...GOOD, name: '', price: 'ten' }))
    const file = csv([{ ...GOOD, sku: 'many-first' }, ...bad, { ...GOOD, sku: 'many-last' }])
    const sums = { bad_rows: 300, problem_count: 600 }

    const report = await check(file)
    const refused = await send(file, { mode: 'apply' })

    expect(report).toMatchObject({ rows: 302, creates: 2, ...sums })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject(sums)
    expect(refused.body.message).toBe("300 rows in the file can't be imported.")
    for (const { problems } of [report, refused.body]) {
      expect(problems).toHaveLength(IMPORT_PROBLEMS_MAX)
      expect(problems.at(-1)).toMatchObject({ row: 102, field: expect.any(String) })
    }
    expect(await count(shop, 'many-%')).toBe(0)

    const { job } = await applyAfter(
      sql`update product set sku = 'many-last' where id = ${sql.lit(taken)};`,
      file,
      { skipBad: 'true' },
    )

    expect(job).toMatchObject({ done: 2, created: 1, bad_rows: 301, problem_count: 601 })
    expect(job.problems).toEqual(report.problems)
    expect(await count(shop, 'many-first')).toBe(1)
    const rows = await shop.sql`
      select jsonb_array_length(problems) as entries from import_job where id = ${job.id}`
    expect(rows).toEqual([{ entries: IMPORT_PROBLEMS_MAX + 1 }])
  })

  it('of an earlier version has all its problems stored, of which the first are read', async () => {
    const { id } = await shop.admin()
    const old = Array.from({ length: 1_834 }, (_, index) => ({
      row: index + 2,
      field: 'price',
      reason: 'It is no price.',
    }))
    for (const length of [1_834, 3, 0]) {
      const job = await shop.value`
        insert into import_job (actor_id, total, state, problems)
        values (${id}, 1, 'done', ${JSON.stringify(old.slice(0, length))}::text::jsonb)
        returning id`
      const { problems, problem_count } = await jobOf(job)
      expect(problems).toEqual(old.slice(0, Math.min(length, IMPORT_PROBLEMS_MAX)))
      expect(problem_count).toBe(length)
    }
  })

  it('with a column that the shop has not is refused unless it may be left out', async () => {
    const file = csv([{ ...GOOD, sku: 'column-1' }]).replace('sku', 'color')

    const refused = await send(file, { mode: 'apply' })

    expect([refused.status, refused.body.problem_count]).toEqual([422, 1])
    const { job } = await apply(file, { skipBad: 'true' })
    expect(job).toMatchObject({ state: 'done', created: 1, bad_rows: 0 })
  })

  it('changes existing products by id or sku, and their stock by the change only', async () => {
    const byId = await shop.product({ name: 'Old', stock: 10 })
    const bySku = await shop.product({ name: 'Old', stock: 10 })
    await shop.sql`update product set sku = 'known-1' where id = ${bySku}`
    const file = csv([
      { ...GOOD, id: String(byId), name: 'New', stock: '500', stock_change: '-4' },
      { ...GOOD, sku: 'known-1', name: 'New too', stock: '', compare_at_price: '12' },
    ])

    const { job } = await apply(file, { ownIds: 'true' })

    expect(job).toMatchObject({ created: 0, updated: 2, problems: [] })
    const rows = await shop.sql`
      select name, sku, on_hand, written_off, price_cents, compare_at_cents, version from product
      where id in (${byId}, ${bySku}) order by id`
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
    const sellers = async () => {
      const rows = await shop.sql`
        select seller, seller_ar from product where sku = 'arabic-1'`
      return rows
    }
    const row = { ...GOOD, sku: 'arabic-1' }
    const older = PRODUCT_COLUMNS.filter((column) => column !== 'seller_ar')

    await apply(csv([{ ...row, seller_ar: 'أورفان' }]))
    expect(await sellers()).toEqual([{ seller: 'Orvane', seller_ar: 'أورفان' }])
    await apply(csv([{ ...row, seller: 'Orvane Ltd' }], older))
    expect(await sellers()).toEqual([{ seller: 'Orvane Ltd', seller_ar: 'أورفان' }])
    await apply(csv([{ ...row, seller_ar: '' }]))
    expect(await sellers()).toEqual([{ seller: 'Orvane', seller_ar: '' }])
  })

  it('names the products that it would give away before they are', async () => {
    const [priced = 0, given = 0] = await shop.products(2, { name: 'Given away', price: 5 })
    await shop.sql`update product set price_cents = 0 where id = ${given}`
    const free = { ...PHONE, price: '0' }
    const fresh = Array.from({ length: 10 }, (_, at) => ({ ...free, name: `Fresh ${at}` }))
    const known = [priced, given].map((id) => ({ ...free, id: `${id}`, name: `Known ${id}` }))

    const report = await check(table([...known, ...fresh, PHONE]), { ownIds: 'true' })

    expect(report).toMatchObject({ bad_rows: 0, free_count: 11 })
    expect(report.free).toHaveLength(10)
    expect(report.free.slice(0, 2)).toEqual([
      { row: 2, name: `Known ${priced}` },
      { row: 4, name: 'Fresh 0' },
    ])
  })

  it('does not accept the same product or sku twice, nor more units than are free', async () => {
    const id = String(await shop.product({ name: GOOD.name as string, stock: 2 }))
    const file = csv([
      { ...GOOD, id, stock_change: '-3' },
      { ...GOOD, id },
      { ...GOOD, sku: 'twice' },
      { ...GOOD, sku: 'twice' },
    ])

    const { problems } = await check(file)

    expect(problems.map(({ row, field }: ImportProblem) => [row, field])).toEqual([
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
    const { job } = await applyAfter(
      sql`
        update product set reserved = 1 where id = ${sql.lit(id)};
        insert into stock_ledger (product_id, d_reserved, reason) values (${sql.lit(id)}, 1, 'reserve');
        update product set sku = 'taken-1' where id = ${sql.lit(other)};`,
      file,
      { ownIds: 'true' },
    )

    expect(job).toMatchObject({ total: 4, done: 4, created: 2, updated: 0, bad_rows: 2 })
    expect(job.problems).toMatchObject([
      { row: 3, field: 'stock_change' },
      { row: 5, field: 'sku' },
    ])
    expect(await count(shop, 'late-%')).toBe(2)
    const rows = await shop.sql`select name, on_hand, version from product where id = ${id}`
    expect(rows).toEqual([{ name: 'Popular', on_hand: 3, version: 1 }])
    await shop.sql`update product set reserved = 0 where id = ${id}`
    await shop.sql`
      insert into stock_ledger (product_id, d_reserved, reason) values (${id}, -1, 'release')`
  })

  it('says what to write for an amount or a category', async () => {
    const { problems } = await check(csv([{ ...GOOD, price: '19 €', category: 'toys' }]))

    expect(problems).toEqual([
      {
        row: 2,
        field: 'price',
        reason: "“19 €” isn't an amount in USD. Use digits, such as 1299.50.",
      },
      {
        row: 2,
        field: 'category',
        reason: "“toys” isn't a category. Use one of: Phones, Accessories, Electronics.",
      },
    ])
  })

  it('understands headings, categories and texts as other shops write them', async () => {
    const categories = ['phones', 'Phone', 'PHONES', 'هواتف', 'الهواتف', 'Phones > Folding']
    await shop.sql`
      insert into sub_category (category_id, name, name_ar, position)
      select id, 'Folding', 'قابلة للطي', 0 from category where name = 'Phones'`
    const rows = categories.map((category, at) => ({
      ...GOOD,
      category,
      sku: `other-${at}`,
      name: 'Case &amp; cover',
      description: '<p>Soft.<br>\n<b>Fits</b> all</p>',
    }))
    const headings = csv(rows).replace('seller_ar', ' Seller  AR ').replace('name', 'NAME')

    expect(await check(headings.replace('Folding', 'Rugged'))).toMatchObject({
      problems: [{ row: 7, field: 'sub_category', reason: expect.stringContaining('Folding') }],
    })
    expect((await apply(headings)).job).toMatchObject({ created: 6, problems: [] })
    const stored = await shop.sql`
      select distinct c.name as category, p.name, p.description, p.seller_ar, t.name as type
      from product p join category c on c.id = p.category_id
      left join sub_category t on t.id = p.sub_category_id
      where p.sku like 'other-%' order by type`
    const all = { category: 'Phones', name: 'Case & cover', description: 'Soft.\nFits all' }
    expect(stored).toEqual(['Folding', null].map((type) => ({ ...all, seller_ar: 'أورفان', type })))
  })

  it('names the column of units by its label', async () => {
    const known = String(await shop.product({ name: GOOD.name as string }))
    const file = csv([
      { ...GOOD, stock: 'many' },
      { ...GOOD, id: known, stock_change: '1.5' },
    ])
    const reasons = async (language: string) =>
      (await send(file, { mode: 'check', language })).body.problems.map(
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
    const path = '/api/admin/products/imports/999999'

    expect((await shop.call('GET', path, { token: await token() })).status).toBe(404)
  })
})

describeShop('the export of products', (shop) => {
  it('is imported as it was exported, and no cell is a formula', async () => {
    const { token, apply } = importsOf(shop)
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
    // The products fill more than one batch.
    await shop.sql`
      insert into product (category_id, user_id, seller, name, name_ar, description, description_ar,
        price_cents)
      select category_id, user_id, seller, 'Copy ' || copy, name_ar, description, description_ar, copy
      from product cross join generate_series(1, 600) copy where id = ${ids[0]}`

    const answer = await shop.call('GET', '/api/admin/products/export', { token: await token() })

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
    const { report, job } = await apply(answer.text)
    const counts = { rows: 602, updates: 0, unchanged: 602, creates: 0, problems: [] }
    expect(report).toMatchObject(counts)
    expect(job).toMatchObject({ done: 602, created: 0, updated: 0 })
    const rows = await shop.sql`select before, after from audit_entry`
    expect(rows).toEqual([])
  })
})

function withBadRows(): { file: string; badRows: Array<[number, string]> } {
  const rows = Array.from({ length: 150 }, (_, index): Row => ({ ...GOOD, sku: `apply-${index}` }))
  const badRows = BAD.map(([field, wrong], index): [number, string] => {
    const at = index * 7 + 7
    rows[at] = { ...GOOD, sku: `apply-${at}`, ...wrong }
    return [at + 2, field]
  })
  return { file: csv(rows), badRows }
}

const csv = (rows: Row[], columns: readonly string[] = PRODUCT_COLUMNS) => table(rows, columns)

function count(shop: Shop, skus: string): Promise<number> {
  return shop.value`
    select count(*) as count from product where sku like ${skus}`
}
