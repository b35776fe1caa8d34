/** Exporting, importing into an empty shop and exporting again yields the same bytes. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { unzipped } from '#server/platform/zip.ts'
import { importsOf } from '#tests/kit/imports.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { type Person, Shop } from '#tests/kit/shop.ts'

describe('a catalog that moves to another shop', () => {
  const [old, empty] = [new Shop(), new Shop()]
  let staff: Person
  const { token, check, apply } = importsOf(empty)

  beforeAll(async () => {
    await Promise.all([old.open(), empty.open()])
    await seedDemo(old.db)
    staff = await old.admin()
    await uploadPictures()
    await addOddities()
  })
  afterAll(async () => {
    await Promise.all([old.close(), empty.close()])
  })

  async function uploadPictures() {
    const { token } = staff
    const { rows } = await sql<{ product: number; brand: number }>`
      select (select max(id) from product) as product, min(id) as brand from brand`.execute(
      old.db.run,
    )
    const [ids] = rows
    const path = `/api/admin/products/${ids?.product}/pictures`
    const image = multipart('image', await picture({ width: 90, height: 60 }))
    expect(await old.call('POST', path, { token, ...image })).toMatchObject({ status: 200 })
    // Neither picture has a description in English; the first has one in Arabic.
    await sql`
      update product set pictures = jsonb_set(jsonb_set(pictures, '{0,alt}', '""'), '{-1}',
        pictures -> -1 || '{"alt": "", "alt_ar": ""}')
      where id = ${ids?.product}`.execute(old.db.run)

    const wide = multipart('image', await picture({ width: 300, height: 100 }))
    const { body } = await old.call('POST', '/api/admin/pictures', { token, ...wide })
    const brand = { name: 'Halden', name_ar: 'هالدن', logo: body.url }
    const saved = await old.call('PUT', `/api/admin/brands/${ids?.brand}`, { token, body: brand })
    expect(saved.status).toBe(200)
  }

  /** Adds content that could get lost in a spreadsheet, in a list within a cell, or when a name replaces an id. */
  async function addOddities() {
    const post = async (path: string, body: object) => {
      const answer = await old.call('POST', path, { token: staff.token, body })
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
      return answer.body.data
    }
    const flags = { is_filter: false, is_compared: true, choices: [], unit: '', unit_ar: '' }
    const attribute = (form: object) => post('/api/admin/attributes', { ...flags, ...form })
    const names = { name: 'Odd | "weight", ', name_ar: "'=وزن" }
    const [text, number, axis] = [
      await attribute({ ...names, category: 'Phones', kind: 'text' }),
      // The same name except for its case, in another category.
      await attribute({
        ...names,
        name: 'ODD | "WEIGHT",',
        category: 'Accessories',
        kind: 'number',
      }),
      await attribute({ name: 'Axis', name_ar: 'محور', category: 'Phones', kind: 'boolean' }),
    ]
    const product = (form: object) =>
      post('/api/admin/products', {
        name: `'=HYPERLINK("x") | a; b \\s`,
        name_ar: '＝١＋١',
        category: 'Phones',
        description: 'First line\n\n  - second\t|\r\nthird &amp; <b>&nbsp;',
        description_ar: "''+1",
        seller: '@seller',
        seller_ar: '-١',
        price: 0.1,
        stock: 7,
        ...form,
      })
    const value = (one: { id: number }, is: object) => ({ attribute: one.id, ...is })
    const specs = [
      { key: 'a', label: 'A | B', label_ar: '\\n', value: '= "1", 2', value_ar: 'سطر\\' },
    ]
    const values = [
      value(text, { text: '12 | "13"', text_ar: "'١٢" }),
      value(axis, { is_true: true }),
    ]
    const one = await product({ specs, attributes: values })
    const other = await product({ attributes: [value(axis, { is_true: false })] })
    const tiny = await product({
      category: 'Accessories',
      attributes: [value(number, { number: 1e-7 })],
    })
    const family = { name: 'Odd', name_ar: 'غريب', category: 'Phones', axes: [axis.id] }
    await post('/api/admin/families', { ...family, products: [one.id] })
    const second = await post('/api/admin/families', { ...family, products: [other.id] })
    await post('/api/admin/families', { ...family, name: 'Odd #2', products: [] })
    const rows = [
      { device: one.id },
      { family: second.id },
      { conditions: [{ attribute: axis.id, is_true: true }] },
    ]
    const { body } = await old.call('GET', `/api/admin/products/${tiny.id}/fits`, staff)
    const fits = { version: body.data.version, fits_only: true, rows }
    const path = `/api/admin/products/${tiny.id}/fits`
    const saved = await old.call('PUT', path, { token: staff.token, body: fits })
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 })
  }

  async function exported(shop: Shop, token: string): Promise<Buffer> {
    const reply = await shop.app.inject({
      method: 'GET',
      url: '/api/admin/catalog/export',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.statusCode).toBe(200)
    return reply.rawPayload
  }

  it('is the same there, to the byte', async () => {
    const file = await exported(old, staff.token)
    const tables = await unzipped(file, { files: 1000, bytes: 50_000_000 })
    const uploaded = [...tables.keys()].filter((name) => name.startsWith('pictures/'))
    expect(uploaded).toHaveLength(2)
    expect([...tables.keys()].slice(0, 5)).toEqual([
      'brands.csv',
      'sub_categories.csv',
      'attributes.csv',
      'families.csv',
      'products.csv',
    ])
    expect(tables.get('products.csv')?.toString()).toContain('family | Orvane One')

    const checked = await check(file)
    expect(checked).toMatchObject({ problems: [], updates: 0, unchanged: 0 })
    const { job } = await apply(file)
    expect(job).toMatchObject({ state: 'done', problems: [], created: checked.creates })

    const again = await exported(empty, await token())
    for (const [name, bytes] of await unzipped(again, { files: 1000, bytes: 50_000_000 })) {
      expect(bytes.toString('latin1'), name).toBe(tables.get(name)?.toString('latin1'))
    }
    expect(again.equals(file)).toBe(true)
    const { body: brands } = await empty.call('GET', '/api/admin/brands', { token: await token() })
    const [{ logo }] = brands.brands.filter(({ name }: { name: string }) => name === 'Halden')
    expect((await empty.app.inject(logo)).statusCode).toBe(200)
    expect(await checkInvariants(empty.db.run)).toEqual([])

    expect(await check(file)).toMatchObject({
      definitions: 0,
      creates: 0,
      updates: 0,
      unchanged: checked.creates,
    })
  })
})

/** An image of random noise, so that re-encoding it would change its bytes. */
function picture({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const create = { width, height, channels: 3 as const, background: 'red', noise }
  return sharp({ create }).png().toBuffer()
}
