import { beforeAll, expect, it } from 'vitest'
import type { ImportMapping, ImportReport } from '#contract/admin.ts'
import { importsOf, PHONE, table } from '#tests/kit/imports.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { convertRows } from './convert-rows.ts'
import { readTable } from './read-table.ts'
import { PRODUCTS_SHAPE } from './validate-import.ts'

const SHOPIFY = `Handle,Title,Body (HTML),Vendor,Product Category,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Cost per item,Tags,Status
nova-case,Nova case,"<p>Soft case.<br>
Fits <b>Nova</b> &amp; Nova Pro</p>",Lumo,,Cases,Color,Black,,,'000123,40,12,19.90,24.90,4006381333931,https://cdn.example/nova-black.jpg?v=1,1,,,,,,,"case, soft",active
nova-case,,,,,,,Red,,,NC-RED,,3,19.90,0.00,,,,,,,,,,,
nova-case,,,,,,,,,,,,,,,,https://cdn.example/nova-back.jpg,2,,,,,,,,
lamp,Lamp,Bright,Lumo,,Lamps,Title,Default Title,,,LAMP,,1,7.00,7.00,,,,,,,,,,,active
secret,Secret,Later,Lumo,,Lamps,Title,Default Title,,,SECRET,,1,7.00,,,,,,,,,,,,draft
`

const WOO = `\uFEFFID;Type;SKU;"GTIN, UPC, EAN, or ISBN";Name;Published;Is featured?;Short description;Description;Tax status;In stock?;Stock;Weight (kg);Length (cm);Width (cm);Height (cm);Purchase note;Sale price;Date sale price starts;Date sale price ends;Regular price;Categories;Tags;Images;Parent;Upsells;Attribute 1 name;Attribute 1 value(s)
41;variable;HUB7;;"USB hub, 7 ports";1;;;Line one\\nLine two<br />Café & more;;1;;;;;;;;;;;Accessories > Hubs;;;;;Color;"Black, White"
42;variation;HUB7-B;;"USB hub, 7 ports - Black";1;;;;;1;5;;;;;;"999,50";2026-01-01 0:00:00;;"1.299,00";;;;HUB7;;Color;Black
43;variation;HUB7-W;;"USB hub, 7 ports - White";1;;;;;1;2;;;;;;;;;"12,00";;;;HUB7;;Color;White
44;simple;CABLE;;Cable;1;;;;;1;9;;;;;;"2,00";;2026-01-31 23:59:59;"3,00";"Sale, Accessories > Cables";;;;;Length;1 m
`

const GOOGLE = `id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tsale_price\tsale_price_effective_date\tbrand\tproduct_type\titem_group_id\tcolor\tcondition\tgtin\tmpn
B-1\tBand\tSoft band\thttps://shop.example/1\thttps://cdn.example/1.jpg\tin_stock\t12.50 USD\t10.00 USD\t2026-01-01T00:00+0400/2099-01-01T00:00+0400\tLumo\tHome > Accessories > Bands\tband\tBlue\tnew\t\t
B-2\tBand\tSoft band\thttps://shop.example/2\thttps://cdn.example/2.jpg\tin_stock\t12.50 USD\t9.00 USD\t2026-01-01T00:00+0400/2026-01-02T00:00+0400\tLumo\tHome > Accessories > Bands\tband\tGreen\tnew\t\t
`

describeShop('a file of another shop', (shop) => {
  const { send, check, apply } = importsOf(shop)
  beforeAll(() => shop.product())
  shop.keepInvariants()
  const mapped = (mapping: ImportMapping) => ({ mapping: JSON.stringify(mapping) })
  const columnsOf = ({ columns }: ImportReport) =>
    Object.fromEntries(columns.map(({ heading, column }) => [heading, column]))

  async function productsNamed(name: string) {
    const rows = await shop.sql<Record<string, unknown>>`
      select p.sku, p.name, c.name as category, p.price_cents as price, p.compare_at_cents as before,
        p.on_hand as stock, p.description, b.name as brand, t.name as type, f.name as family,
        (select string_agg(a.name || '=' || o.name, ',') from product_attribute v
          join attribute a on a.id = v.attribute_id
          left join attribute_choice o on o.id = v.choice_id where v.product_id = p.id) as options
      from product p join category c on c.id = p.category_id
      left join brand b on b.id = p.brand_id left join sub_category t on t.id = p.sub_category_id
      left join family f on f.id = p.family_id
      where p.name like ${`${name}%`} order by p.id`
    return rows
  }

  it('of Shopify has variants, brands and types, once staff give a category', async () => {
    const bare: ImportReport = await check(SHOPIFY)
    expect(bare).toMatchObject({
      source: 'shopify',
      rows: 3,
      creates: 0,
      bad_rows: 3,
      definitions: 0,
    })
    expect(columnsOf(bare)).toMatchObject({
      Handle: 'group',
      Title: 'name',
      'Body (HTML)': 'description',
      Type: 'sub_category',
      'Option1 Value': 'option.1',
      'Variant Barcode': null,
    })
    const choice = mapped({ category: 'Accessories' })

    const { preview, ...report } = (await check(SHOPIFY, choice)) as ImportReport
    expect(report).toMatchObject({ creates: 3, bad_rows: 0, definitions: 5 })
    expect(report.problems).toMatchObject([{ field: 'status' }, { field: 'pictures' }])
    expect(preview[0]?.cells).toMatchObject({ name: 'Nova case Black', family: 'Nova case' })
    const { job } = await apply(SHOPIFY, { ...choice, skipBad: 'true' })

    expect(job).toMatchObject({ state: 'done', created: 3 })
    const nova = { category: 'Accessories', price: 1990, brand: 'Lumo', family: 'Nova case' }
    expect(await productsNamed('Nova case')).toMatchObject([
      {
        ...nova,
        sku: '000123',
        name: 'Nova case Black',
        before: 2490,
        stock: 12,
        type: 'Cases',
        options: 'Color=Black',
        description: 'Soft case.\nFits Nova & Nova Pro',
      },
      { ...nova, sku: 'NC-RED', name: 'Nova case Red', before: null, options: 'Color=Red' },
    ])
    expect(await productsNamed('Lamp')).toMatchObject([{ sku: 'LAMP', before: null, family: null }])
    expect(await productsNamed('Secret')).toEqual([])
  })

  it('is another import with other categories, and not twice the same', async () => {
    const again = await send(SHOPIFY, {
      mode: 'apply',
      skipBad: 'true',
      ...mapped({ category: 'Accessories' }),
    })
    const other = await check(SHOPIFY, mapped({ category: 'Electronics' }))

    expect(again.status).toBe(409)
    expect(other).toMatchObject({ applied_at: null })
  })

  it('of WooCommerce has variations, sales, and the category of the deepest path', async () => {
    const report: ImportReport = await check(WOO)
    expect(report).toMatchObject({ source: 'woocommerce', rows: 3, creates: 3, bad_rows: 0 })
    expect(report.problems).toMatchObject([{ field: 'sale_price' }])
    expect(columnsOf(report)).toMatchObject({ ID: 'foreign_id', 'Regular price': 'price' })

    await apply(WOO, { skipBad: 'true' })

    const hub = { category: 'Accessories', type: 'Hubs', family: 'USB hub, 7 ports' }
    expect(await productsNamed('USB hub')).toMatchObject([
      {
        ...hub,
        sku: 'HUB7-B',
        name: 'USB hub, 7 ports - Black',
        options: 'Color=Black',
        price: 99_950,
        before: 129_900,
        stock: 5,
        description: 'Line one\nLine two\nCafé & more',
      },
      { ...hub, sku: 'HUB7-W', price: 1200, before: null, options: 'Color=White' },
    ])
    expect(await productsNamed('Cable')).toMatchObject([
      { type: 'Cables', family: null, price: 300, before: null },
    ])
  })

  it('of Google Merchant has groups of items, and known options', async () => {
    expect(await check(GOOGLE)).toMatchObject({ source: 'google', creates: 2, bad_rows: 0 })

    await apply(GOOGLE, { skipBad: 'true' })

    const band = { brand: 'Lumo', type: 'Bands', family: 'Band', before: null }
    expect(await productsNamed('Band')).toMatchObject([
      { ...band, sku: 'B-1', price: 1000, before: 1250, options: 'Color=Blue' },
      { ...band, sku: 'B-2', price: 1250, options: 'Color=Green' },
    ])
  })

  it('with other headings is refused with its columns, and read as staff say', async () => {
    const file =
      'Item,Costs,Kind of thing,Title,Unused\nX-1,5.00,Gadgets,Thing,1\nX-2,6.00,Toys,Other,2\n'
    const { status, body } = await send(file, { mode: 'check' })
    expect([status, body.errors.file[0]]).toEqual([422, expect.stringContaining('missing: price.')])
    expect(body.columns).toMatchObject([
      { heading: 'Item', sample: 'X-1', column: null },
      { sample: '5.00' },
      { sample: 'Gadgets' },
      { heading: 'Title', column: 'name' },
      { heading: 'Unused' },
    ])

    const columns = { 0: 'sku', 1: 'price', 2: 'category', 3: 'name' }
    const first: ImportReport = await check(file, mapped({ columns }))
    const categories = { Gadgets: 'Electronics' } as const
    const all = mapped({ columns, categories, category: 'Accessories' })

    expect(first).toMatchObject({ bad_rows: 2, category_words: ['Gadgets', 'Toys'] })
    expect(await check(file, all)).toMatchObject({
      creates: 2,
      problems: [],
      category_words: ['Gadgets', 'Toys'],
      preview: [{ cells: { category: 'Electronics' } }, { cells: { category: 'Accessories' } }],
    })
    for (const mapping of ['{', '[]', '{"columns":{"x":"name"}}', '{"category":"Toys"}']) {
      expect((await send(file, { mode: 'check', mapping })).status).toBe(422)
    }
  })

  it('knows columns by their names on screen, but takes no id for one of this shop', async () => {
    const file = 'ID,Title,السعر,Category,Name in Arabic\nX-9,Lamp,5.00,Electronics,مصباح\n'
    const { columns } = (await check(file)) as ImportReport
    const read = columns.map(({ column }) => column)
    expect(read).toEqual(['sku', 'name', 'price', 'category', 'name_ar'])
  })

  it('without a column of categories is read, and says where to choose one', async () => {
    const file = 'Title,Price,EAN\nThing,5.00,1\nOther,6.00,2\n'

    const bare: ImportReport = await check(file)
    expect(bare).toMatchObject({ rows: 2, bad_rows: 2, category_words: [] })
    expect(bare.problems.at(-1)).toMatchObject({
      row: 3,
      field: 'category',
      reason: expect.stringContaining('under Columns'),
    })
    const columns = { 0: 'name', 1: 'price' }
    expect(await check(file, mapped({ columns, category: 'Phones' }))).toMatchObject({
      creates: 2,
      problems: [],
    })
  })

  it('leaves its ids out when staff say so', async () => {
    const id = await shop.product({ category: 'Phones', price: 829 })
    const file = table([{ id: `${id}`, ...PHONE, category: 'Accessories', name: 'USB hub seven' }])
    expect(await check(file)).toMatchObject({ updates: 0, ids_in_doubt: 1 })

    const columns = { 1: 'category', 2: 'name', 7: 'price' }
    expect(await check(file, mapped({ columns }))).toMatchObject({ creates: 1, problems: [] })
  })
})

it('takes the pictures of a ZIP by the names at the ends of their addresses', async () => {
  const mapping = { category: 'Accessories' } as const
  const names = {
    categories: new Map(),
    brands: new Map(),
    subCategories: new Map(),
    attributes: new Map(),
    families: new Map(),
  }
  const read = await readTable(Buffer.from(SHOPIFY), PRODUCTS_SHAPE, mapping)

  const { products } = await convertRows(read, {
    names,
    mapping,
    hasPicture: (name) => name === 'nova-black.jpg',
    zone: 'UTC',
  })

  const pictures = products.rows.map(({ cells }) => cells.get('pictures'))
  expect(pictures).toEqual(['nova-black.jpg', 'nova-black.jpg', undefined])
  expect(products.notes.map(({ sentence }) => sentence)).toEqual([
    { id: 'error.importDrafts', values: { count: 1 } },
    { id: 'error.importAddresses', values: { count: 1 } },
  ])
})
