/** A catalog as a ZIP: every table, what its rows may contain, and why they are rejected. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { CATALOG_TABLES, type CatalogTable } from '#contract/admin.ts'
import { BRANDS_MAX, FAMILY_PRODUCTS_MAX, PICTURES_MAX } from '#contract/limits.ts'
import { type ZipFile, zipped } from '#server/platform/zip.ts'
import { importsOf, PHONE, type Row, table } from '#tests/kit/imports.ts'
import { agePictures, youngPictures } from '#tests/kit/pictures.ts'
import { describeShop } from '#tests/kit/shop.ts'

const CASE: Row = { ...PHONE, category: 'Accessories', name: 'A case', name_ar: 'غطاء' }

const TABLES: Record<CatalogTable, Row[]> = {
  'brands.csv': [{ name: 'Orvane', name_ar: 'أورفان' }],
  'sub_categories.csv': [{ category: 'Phones', name: 'Foldables', name_ar: 'قابلة للطي' }],
  'attributes.csv': [
    attribute({ name: 'Storage', kind: 'number', unit: 'GB', unit_ar: 'غيغابايت' }),
    attribute({ name: 'Color', kind: 'choice', choices: 'Red | أحمر | #cc0000\nBlue | أزرق' }),
    attribute({ name: 'Dual SIM', kind: 'boolean' }),
    { ...attribute({ name: 'Chip', kind: 'text' }), is_filter: 'no' },
  ],
  'families.csv': [
    {
      key: 'Orvane One',
      category: 'Phones',
      name: 'Orvane One',
      name_ar: 'أورفان ون',
      axes: 'Storage\nColor',
    },
  ],
}

const IN_FAMILY: Row = {
  ...PHONE,
  brand: 'Orvane',
  sub_category: 'Foldables',
  family: 'Orvane One',
  'attribute.Storage': '128',
  'attribute.Color': 'Red',
}

function attribute(values: Row): Row {
  const none = { unit: '', unit_ar: '', is_filter: 'yes', is_compared: 'no', choices: '' }
  return { category: 'Phones', name_ar: `${values.name} بالعربية`, ...none, ...values }
}

interface Catalog {
  tables?: Partial<Record<CatalogTable, Row[]>>
  products?: Row[]
  files?: Record<string, Buffer>
}

async function zip({ tables = {}, products, files = {} }: Catalog): Promise<Buffer> {
  async function* contents(): AsyncGenerator<ZipFile> {
    for (const [name, rows] of Object.entries(tables)) {
      yield { name, content: Buffer.from(table(rows, CATALOG_TABLES[name as CatalogTable])) }
    }
    if (products) yield { name: 'products.csv', content: Buffer.from(table(products)) }
    for (const [name, content] of Object.entries(files)) yield { name, content, isPacked: true }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of zipped(contents())) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()

describeShop('a catalog in a ZIP', (shop) => {
  const { token, send, check, apply, applyAfter } = importsOf(shop)
  beforeAll(async () => {
    await shop.product()
    const { report, job } = await applied({ tables: TABLES })
    expect([report.definitions, job.state, job.problems]).toEqual([7, 'done', []])
  })
  shop.keepInvariants()

  /** @param change statements to run after the file has been validated. */
  async function applied(catalog: Catalog, change = sql``) {
    const { report, job } = await applyAfter(change, await zip(catalog))
    expect(report.problems).toEqual([])
    return { report, job }
  }

  async function problems(catalog: Catalog, language?: string) {
    const { body } = await send(await zip(catalog), {
      mode: 'check',
      ...(language && { language }),
    })
    expect(body.problems, JSON.stringify(body)).toBeInstanceOf(Array)
    return body.problems as Array<{ file?: string; row: number; field: string; reason: string }>
  }

  const productOf = async (sku: string) => {
    const id = await shop.value`select id from product where sku = ${sku}`
    const path = `/api/admin/products/${id}`
    return (await shop.call('GET', path, { token: await token() })).body.data
  }

  it('defines nothing twice: what is so already is left out', async () => {
    const report = await check(await zip({ tables: TABLES }))
    expect(report).toMatchObject({ definitions: 0, problems: [] })
  })

  it('removes from a product what its row leaves empty, as the preview says', async () => {
    const full: Row = {
      ...IN_FAMILY,
      sku: 'empty-1',
      seller_ar: 'أورفان',
      compare_at_price: '20',
      specs: 'ram | RAM | الذاكرة | 8 | 8',
      pictures: 'empty.png',
      stock: '3',
      'attribute.Chip': 'Q1',
      'attribute_ar.Chip': 'كيو',
    }
    const stays = ['sku', 'category', 'name', 'price']
    const cells = Object.entries(full).map(([column, cell]) => [
      column,
      stays.includes(column) ? cell : '',
    ])
    const empty = { ...Object.fromEntries(cells), stock_change: '' }
    await applied({ products: [full], files: { 'empty.png': await picture('#123456') } })

    const { report, job } = await applied({ products: [empty] })

    expect(job).toMatchObject({ updated: 1, problems: [] })
    const { after } = report.changes[0]
    const removed = {
      name_ar: 'A phone',
      description: '',
      description_ar: '',
      seller_ar: '',
      compare_at_cents: null,
      brand_id: null,
      sub_category_id: null,
      family_id: null,
      specs: [],
      pictures: [],
    }
    expect(after).toEqual({ ...removed, attributes: [] })
    expect(await productOf('empty-1')).toMatchObject({ attributes: [] })
    const [stored] = await shop.sql`select * from product where sku = 'empty-1'`
    expect(stored).toMatchObject({ ...removed, seller: 'Orvane', on_hand: 3 })
    expect(await check(table([empty]))).toMatchObject({ updates: 0, unchanged: 1, changes: [] })
  })

  it('keeps the Arabic names of what it names in one language', async () => {
    const inEnglish = Object.entries(TABLES).map(([name, rows]) => [
      name,
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => !key.endsWith('_ar'))),
      ),
    ])
    const report = await check(await zip({ tables: Object.fromEntries(inEnglish) }))
    expect(report).toMatchObject({ definitions: 0, problems: [] })
  })

  it('makes products of brand, type, family and attributes that it names', async () => {
    const { job } = await applied({
      products: [
        { ...IN_FAMILY, sku: 'one-128', 'attribute.Chip': 'K1', 'attribute_ar.Chip': 'كي١' },
        {
          ...IN_FAMILY,
          sku: 'one-256',
          'attribute.Storage': '256 GB',
          'attribute.Color': 'أزرق',
          'attribute.Dual SIM': 'Yes',
        },
      ],
    })

    expect(job).toMatchObject({ state: 'done', created: 2, problems: [] })
    const one = await productOf('one-256')
    expect([one.brand, one.sub_category]).toEqual([expect.any(Number), expect.any(Number)])
    expect(JSON.stringify(one.attributes)).toMatch(/256.*Blue.*Dual SIM/)
    expect(JSON.stringify((await productOf('one-128')).attributes)).toMatch(/K1.*كي١/)
    const rows = await shop.sql<{ count: number }>`
      select count(*) as count from product p join family f on f.id = p.family_id
      where f.name = 'Orvane One'`
    expect(rows[0]?.count).toBe(2)
  })

  it('says before anything happens which option a product of a variant group lacks', async () => {
    const missing = async (row: Row) => {
      const found = await problems({ products: [row] })
      return found.map(({ field, reason }) => [field, /group's cell empty/.test(reason)])
    }
    const row: Row = { ...IN_FAMILY, sku: 'one-128' }
    const { family: _, ...stays } = row
    const { 'attribute.Color': __, ...uncolored } = row

    const empty = [['attribute.color', true]]
    expect(await missing({ ...row, 'attribute.Color': '' })).toEqual(empty)
    expect(await missing({ ...stays, 'attribute.Color': '' })).toEqual(empty)
    expect(await missing({ ...row, sku: 'new', 'attribute.Color': '' })).toEqual(empty)
    expect(await missing({ ...uncolored, sku: 'new' })).toEqual(empty)
    expect(await missing(uncolored)).toEqual([])
    expect(await missing({ ...row, family: '', 'attribute.Color': '' })).toEqual([])
  })

  it('knows what fits, also a phone that the same file adds', async () => {
    const { job } = await applied({
      products: [
        { ...CASE, sku: 'case-1', fits: 'product | late-1\nfamily | Orvane One' },
        { ...CASE, sku: 'case-2', fits: 'rule | Phones | Storage | 100..', fits_only: 'yes' },
        { ...PHONE, sku: 'late-1' },
      ],
    })

    expect(job).toMatchObject({ state: 'done', created: 3, problems: [] })
    const path = '/api/admin/products/export'
    const { text } = await shop.call('GET', path, { token: await token() })
    expect(text).toContain('product | late-1\nfamily | Orvane One')
    expect(text).toContain('rule | Phones | Storage | 100..')
  })

  it('brings pictures, keeps those that the product has, and retires those that are gone', async () => {
    const files = { 'pictures/Red.PNG': await picture('red'), 'blue.png': await picture('blue') }
    const row = { ...PHONE, sku: 'with-pictures' }
    await applied({ products: [{ ...row, pictures: 'red.png | Front | أمام\nblue' }], files })
    const before = await productOf('with-pictures')
    const [red, blue] = before.pictures
    expect([red, blue]).toMatchObject([{ alt: 'Front' }, { alt: PHONE.name }])

    await agePictures(shop.db)
    await applied({ products: [{ ...row, pictures: `${blue.key}.webp | Back | خلف` }] })

    const after = await productOf('with-pictures')
    expect(after.pictures).toMatchObject([{ key: blue.key, alt: 'Back' }])
    expect(await youngPictures(shop.db)).toEqual([red.key])

    const fresh = { ...row, pictures: 'green.png', 'attribute.Chip': 'K2' }
    const green = { 'green.png': await picture('green') }
    const { changes } = await check(await zip({ products: [fresh], files: green }))
    expect(changes[0].after).toMatchObject({
      pictures: ['green.png'],
      attributes: [{ text: 'K2' }],
    })
  })

  it('finds pictures by their names in any letters, with or without the folder', async () => {
    const files = { 'pictures/IMG_1.PNG': await picture('#111'), 'هاتف.png': await picture('#222') }
    const products = ['IMG_1.PNG', 'img_1.png', 'pictures/IMG_1.PNG', 'هاتف.png', 'IMG_1'].map(
      (pictures) => ({ ...PHONE, pictures }),
    )
    expect(await problems({ products, files })).toEqual([])
  })

  it('gives two products that name one file a picture each', async () => {
    const key = '0123456789abcdef01234567'
    const products = ['SAME-1', 'SAME-2'].map((sku) => ({ ...PHONE, sku, pictures: key }))
    await applied({ products, files: { [`pictures/${key}.png`]: await picture('#333') } })

    const rows = await shop.sql<{ pictures: Array<{ key: string }> }>`
      select pictures from product where sku in ('SAME-1', 'SAME-2') order by sku`
    const keys = rows.map(({ pictures }) => pictures[0]?.key)
    expect(keys[0]).toBe(key)
    expect(keys[1]).toMatch(/^[0-9a-f]{24}$/)
    expect(keys[1]).not.toBe(key)
  })

  it('leaves out a row whose picture is none, and applies the others', async () => {
    const products = [
      { ...PHONE, sku: 'no-picture', pictures: 'page.png' },
      { ...PHONE, sku: 'no-pictures', pictures: '' },
    ]
    const { job } = await applied({ products, files: { 'page.png': Buffer.from('<html>') } })
    expect(job).toMatchObject({ state: 'done', created: 1, bad_rows: 1 })
    expect(job.problems).toMatchObject([{ row: 2, field: 'pictures' }])
  })

  it('leaves out rows whose brand or family is deleted during the import, and adds the others', async () => {
    const [family] = TABLES['families.csv']
    await applied({
      tables: {
        'brands.csv': [{ name: 'Short-lived', name_ar: 'قصيرة' }],
        'families.csv': [{ ...family, key: 'Short-lived', name: 'Short-lived' }],
      },
    })
    const products = [
      { ...PHONE, sku: 'no-brand' },
      { ...PHONE, sku: 'brand', brand: 'Short-lived' },
      { ...IN_FAMILY, sku: 'family', family: 'Short-lived' },
    ]
    const { job } = await applied(
      { products },
      sql`
        delete from brand where name = 'Short-lived';
        delete from family where name = 'Short-lived';`,
    )
    expect(job).toMatchObject({ state: 'done', created: 1, bad_rows: 2 })
    expect(job.problems).toMatchObject([
      { row: 3, field: 'brand' },
      { row: 4, field: 'family' },
    ])
  })

  it(`says before anything happens that families have at most ${FAMILY_PRODUCTS_MAX} products`, async () => {
    const family = { ...TABLES['families.csv'][0], key: 'Full', name: 'Full', axes: 'Storage' }
    const products = Array.from({ length: FAMILY_PRODUCTS_MAX + 1 }, (_, at) => ({
      ...IN_FAMILY,
      sku: `full-${at}`,
      family: 'Full',
      'attribute.Storage': `${at + 1}`,
    }))
    expect(await problems({ tables: { 'families.csv': [family] }, products })).toMatchObject([
      { row: FAMILY_PRODUCTS_MAX + 2, field: 'family' },
    ])
  })

  it('says before anything happens which products of a variant group would have the same values', async () => {
    const same = async (...products: Row[]) =>
      (await problems({ products })).map(({ row, field, reason }) => [row, field, reason])
    const refused = (row: number) => [row, 'family', expect.stringMatching(/have the same values/)]
    const blue: Row = { ...IN_FAMILY, 'attribute.Color': 'Blue' }
    const stored: Row = { ...IN_FAMILY, sku: 'one-128' }

    expect(await same({ ...IN_FAMILY, sku: 'new' })).toEqual([refused(2)])
    expect(await same(stored, { ...IN_FAMILY, sku: 'new' })).toEqual([refused(3)])
    expect(await same({ ...IN_FAMILY, sku: 'new' }, stored)).toEqual([refused(2)])
    expect(await same({ ...blue, sku: 'a' }, { ...blue, sku: 'b' })).toEqual([refused(3)])
    expect(await same({ ...blue, sku: 'one-128' }, { ...IN_FAMILY, sku: 'new' })).toEqual([])
    expect(await same({ ...stored, family: '' }, { ...IN_FAMILY, sku: 'new' })).toEqual([])
    expect(await same(stored)).toEqual([])
  })

  it('says before anything happens what a variant group refuses while the rows are applied in order', async () => {
    const size = (sku: string, storage: string): Row => ({
      ...IN_FAMILY,
      sku,
      'attribute.Storage': storage,
    })
    await applied({ products: [size('s-1', '1'), size('s-2', '2'), size('s-3', '3')] })
    const refused = async (...products: Row[]) => {
      const { body } = await send(await zip({ products }), { mode: 'check' })
      const { job } = await apply(await zip({ products }), { skipBad: 'true' })
      expect(job.problems, 'the import says what its preview says').toEqual(body.problems)
      return body.problems.map(({ row, field }: { row: number; field: string }) => [row, field])
    }
    const { family: _, ...noFamily } = size('s-2', '1')
    const moved: Row = { ...CASE, sku: 's-1' }

    expect(await refused(size('s-1', '2'), size('s-2', '1'))).toEqual([
      [2, 'family'],
      [3, 'family'],
    ])
    expect(await refused(noFamily)).toEqual([[2, 'family']])
    expect(await refused({ ...moved, 'attribute.Storage': '' })).toEqual([[2, 'category']])
    // The third product makes room for the second, but only after it.
    expect(await refused(size('s-3', '4'), size('s-2', '3'))).toEqual([[3, 'family']])
    const others = Array.from({ length: 100 }, (_, at) => ({ ...PHONE, sku: `other-${at}` }))
    expect(await refused(size('s-4', '1'), ...others, size('s-1', '5'))).toEqual([])
  })

  it('says before anything happens that there is one brand too many', async () => {
    await shop.sql`
      insert into brand (name, name_ar, position)
      select 'Brand ' || n, 'علامة ' || n, n from generate_series(2, ${BRANDS_MAX}) n`
    const brands = [...TABLES['brands.csv'], { name: 'One more', name_ar: 'أخرى' }]
    const found = await problems({ tables: { 'brands.csv': brands } })
    await shop.sql`delete from brand where name like 'Brand %'`
    const reason = expect.stringContaining(String(BRANDS_MAX))
    expect(found).toEqual([{ file: 'brands.csv', row: 3, field: 'name', reason }])
  })

  it('stops at a definition that the shop has no room for any more, and says which', async () => {
    const brands = [{ name: 'One more', name_ar: 'أخرى' }]
    const { job } = await applied(
      { tables: { 'brands.csv': brands }, products: [{ ...PHONE, sku: 'never' }] },
      sql`
        insert into brand (name, name_ar, position)
        select 'Brand ' || n, 'علامة ' || n, n from generate_series(2, ${sql.lit(BRANDS_MAX)}) n;`,
    )
    await shop.sql`delete from brand where name like 'Brand %'`

    expect(job).toMatchObject({ state: 'stopped', done: 0, created: 0 })
    expect(job.problems).toMatchObject([{ file: 'brands.csv', row: 2, field: 'name' }])
    expect(job.problems[0]?.reason).toContain(String(BRANDS_MAX))
  })

  it('names row, column and what to write instead, for each bad product in either language', async () => {
    const tooMany = Array.from({ length: PICTURES_MAX + 1 }, (_, at) => `${at}.png`).join('\n')
    const cases: Array<[field: string, says: RegExp, Row]> = [
      ['brand', /“Orvan”.*Orvane/, { ...PHONE, brand: 'Orvan' }],
      ['sub_category', /“Watches”.*Foldables/, { ...PHONE, sub_category: 'Watches' }],
      ['sub_category', /“Hubs”\. Add it first\.$/, { ...CASE, sub_category: 'Hubs' }],
      ['family', /“Orvane Two”/, { ...PHONE, family: 'Orvane Two' }],
      ['family', /“Orvane One”/, { ...CASE, family: 'Orvane One' }],
      ['attribute.storage', /“much”.*GB/, { ...PHONE, 'attribute.Storage': 'much' }],
      ['attribute.storage', /1,000,000,000/, { ...PHONE, 'attribute.Storage': '1000000001' }],
      ['attribute.chip', /200/, { ...PHONE, 'attribute.Chip': 'x'.repeat(201) }],
      ['fits', /“Storage”/, { ...CASE, fits: 'rule | Phones | Storage | 1..9999999999' }],
      ['attribute.color', /“Green”.*Red, Blue/, { ...PHONE, 'attribute.Color': 'Green' }],
      ['attribute.dual sim', /“maybe”.*yes or no/, { ...PHONE, 'attribute.Dual SIM': 'maybe' }],
      ['attribute.storge', /no attribute “storge”/, { ...PHONE, 'attribute.Storge': '1' }],
      ['attribute.storage', /no attribute/, { ...CASE, 'attribute.Storage': '1' }],
      ['specs', /Line 2/, { ...PHONE, specs: 'a | A | أ | 1 | ١\nb | B' }],
      ['fits', /only for accessories/, { ...PHONE, fits: 'family | Orvane One' }],
      ['fits', /“nothing”.*SKU/, { ...CASE, fits: 'product | nothing' }],
      ['fits', /“Nobody”/, { ...CASE, fits: 'family | Nobody' }],
      ['fits', /product \| SKU/, { ...CASE, fits: 'everything' }],
      ['fits', /“Storage”.*“big”.*20\.\.65/, { ...CASE, fits: 'rule | Phones | Storage | big' }],
      ['fits', /Line 2 repeats/, { ...CASE, fits: 'family | Orvane One\nfamily|Orvane One' }],
      ['fits_only', /yes or no/, { ...CASE, fits: '', fits_only: 'sometimes' }],
      ['pictures', /“gone\.png”/, { ...PHONE, pictures: 'gone.png' }],
      ['pictures', /“a\.png” twice/, { ...PHONE, pictures: 'a.png\na.png' }],
      ['pictures', new RegExp(`${PICTURES_MAX}`), { ...PHONE, pictures: tooMany }],
    ]
    const catalog = {
      products: [PHONE, ...cases.map(([, , row]) => row)],
      files: { 'a.png': Buffer.from('a') },
    }
    expect(await problems(catalog)).toEqual(
      cases.map(([field, says], at) => ({
        row: at + 3,
        field,
        reason: expect.stringMatching(says),
      })),
    )
    for (const { reason } of await problems(catalog, 'ar')) {
      expect(reason).toMatch(/[\u0600-\u06ff]{3}/)
    }
  })

  it('names file, row, column and what to write instead, for each bad definition', async () => {
    const [family = {}] = TABLES['families.csv']
    const no = { ...family, key: 'No', name: 'No' }
    const storage = { ...attribute({ name: 'Storage', kind: 'number' }), unit: 'GB' }
    const bad: Record<CatalogTable, Array<[field: string, says: RegExp, Row]>> = {
      'brands.csv': [
        ['name', /./, { name: '', name_ar: 'بلا' }],
        ['name', /twice/, { name: 'ORVANE', name_ar: 'أورفان' }],
        ['logo', /./, { name: 'Far', name_ar: 'بعيد', logo: 'https://elsewhere/a.png' }],
      ],
      'sub_categories.csv': [['category', /./, { category: 'Toys', name: 'A', name_ar: 'أ' }]],
      'attributes.csv': [
        ['kind', /number/, { ...storage, kind: 'text' }],
        ['unit', /GB/, { ...storage, unit: 'TB' }],
        ['kind', /./, attribute({ name: 'New', kind: 'date' })],
        ['is_filter', /yes or no/, { ...storage, name: 'Other', is_filter: 'often' }],
      ],
      'families.csv': [
        ['name', /required/, { ...no, name: '' }],
        ['key', /“Second”/, { ...family, key: 'Other', name: 'Second' }],
        ['key', /“Third #2”/, { ...family, key: 'Third #3', name: 'Third' }],
        ['axes', /at least one/, { ...no, axes: '' }],
        ['axes', /“Weight”/, { ...no, axes: 'Weight' }],
        ['category', /Phones/, { ...no, category: 'Toys' }],
        ['key', /already has a variant group/, { ...family, axes: 'Storage' }],
      ],
    }
    const known = { ...TABLES, 'families.csv': [] }
    const tables = Object.fromEntries(
      Object.entries(bad).map(([name, cases]) => [
        name,
        [...known[name as CatalogTable], ...cases.map(([, , row]) => row)],
      ]),
    )
    const found = await problems({ tables })
    for (const [file, cases] of Object.entries(bad)) {
      const before = known[file as CatalogTable].length
      for (const [at, [field, says]] of cases.entries()) {
        const row = before + at + 2
        expect(found).toContainEqual({ file, row, field, reason: expect.stringMatching(says) })
      }
    }
  })

  it('of another shop has one table, whatever its name, and the pictures that it names', async () => {
    const csv = `Name,Regular price,Type,Images,Categories\nCable,3.00,simple,https://cdn.example/a.png?v=1,Accessories\n`
    const files = { 'wc-export.csv': Buffer.from(csv), 'uploads/A.png': await picture('red') }

    const report = await check(await zip({ files }))

    expect(report).toMatchObject({ source: 'woocommerce', creates: 1, problems: [] })
    expect(report.preview[0].cells).toMatchObject({ pictures: 'a.png' })
  })

  it('without tables, cut off, or with a broken table is refused as a file', async () => {
    const whole = await zip({ tables: TABLES })
    const files: Array<[Buffer, RegExp]> = [
      [await zip({ files: { 'a.txt': Buffer.from('a') } }), /products\.csv.*families\.csv/],
      [whole.subarray(0, 300), /damaged/],
      [
        await zip({
          products: [PHONE],
          files: { 'F1/front.jpg': await picture('#444'), 'F2/Front.jpg': await picture('#555') },
        }),
        /F1\/front\.jpg.*F2\/Front\.jpg/,
      ],
      [await zip({ files: { 'products.csv': Buffer.from('name\na') } }), /products\.csv: .*price/],
    ]
    for (const [file, says] of files) {
      const { status, body } = await send(file, { mode: 'check' })
      expect([status, body.errors?.file?.[0]]).toEqual([422, expect.stringMatching(says)])
    }
  })

  it('changes an attribute without losing the choices that only the shop has', async () => {
    const changed = attribute({ name: 'Color', kind: 'choice', choices: 'Green | أخضر' })
    const { report } = await applied({ tables: { 'attributes.csv': [changed] } })
    expect(report.definitions).toBe(1)
    const rows = await shop.sql<{ name: string }>`
      select o.name from attribute_choice o join attribute a on a.id = o.attribute_id
      where a.name = 'Color' order by o.position, o.id`
    expect(rows.map(({ name }) => name)).toEqual(['Green', 'Red', 'Blue'])
  })
})
