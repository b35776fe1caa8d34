import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { DEVICES_MAX } from '#contract/limits.ts'
import type { ProductPage, ProductsQuery } from '#contract/product-lists.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createCatalogChanges } from '../catalog-changes.ts'
import { createFacetIndex } from '../facets/facet-index.ts'
import { createSearch } from '../search/search.ts'

describeShop('the calls about what fits', (shop) => {
  let staff: Person
  let phone: number
  let other: number

  beforeAll(async () => {
    staff = await shop.admin()
    phone = await create(shop, staff, 'Orvane One', 'Phones')
    other = await create(shop, staff, 'Zelmora Z', 'Phones')
  })

  const save = async (id: number, rows: unknown[], more: Record<string, unknown> = {}) => {
    const { body } = await shop.call('GET', path(id), { token: staff.token })
    return shop.call('PUT', path(id), {
      token: staff.token,
      body: { version: body.data.version, fits_only: false, rows, ...more },
    })
  }
  const accessory = (name = 'Case') => create(shop, staff, name, 'Accessories')
  const check = async (...ids: number[]) => {
    const query = { devices: `${phone},${other}`, ids: ids.join() }
    return (await shop.call('GET', '/api/products/fits', { query })).body.data
  }

  it('answer what staff said, from the next request on', async () => {
    const id = await accessory()
    const said = () => shop.call('GET', `/api/products/${id}/fits`)
    const fitting = () => shop.call('GET', `/api/products/${phone}/fits`)
    const [before, none] = [(await said()).body, (await fitting()).body]

    const { status, body } = await save(id, [{ device: phone }], { fits_only: true })

    expect([status, body.data.version, body.data.rows[0].device.name]).toEqual([
      200,
      2,
      'Orvane One',
    ])
    expect([before.rows, none.total]).toEqual([[], 0])
    expect((await said()).body).toMatchObject({
      rows: [{ device: { id: phone } }],
      fits_only: true,
    })
    expect((await fitting()).body).toMatchObject({ total: 1, accessories: [{ id }] })
    expect(await check(id, 999_999)).toEqual([
      { product: id, device: phone, fits: true },
      { product: id, device: other, fits: false },
    ])
    await shop.call('DELETE', `/api/admin/products/${id}`, { token: staff.token })
    expect((await fitting()).body.total).toBe(0)
  })

  it('are recorded, and refuse an older version', async () => {
    const id = await accessory()
    await save(id, [{ device: phone }])

    const late = await shop.call('PUT', path(id), {
      token: staff.token,
      body: { version: 1, fits_only: false, rows: [] },
    })

    expect([late.status, late.body.version]).toEqual([409, 2])
    const { body } = await shop.call('GET', '/api/admin/audit', {
      token: staff.token,
      query: { entity: 'product', entity_id: String(id) },
    })
    expect(body.entries[0]).toMatchObject({ action: 'fits', before: { rows: [] } })
    expect(body.entries[0].after).toEqual({ rows: [{ device: phone, name: 'Orvane One' }] })
  })

  it('take rules and families, and refuse what makes no sense', async () => {
    const id = await accessory()
    const { size, connector, usb, family, ofCases } = await define(shop, phone)
    const { body: choices } = await shop.call('GET', '/api/admin/fit-choices', staff)
    expect(choices).toMatchObject({
      families: [{ id: family }],
      attributes: [
        { id: size, choices: [] },
        { id: connector, choices: [{ id: usb }] },
      ],
    })
    const rule = [
      { attribute: size, min: 6, max: 6.5 },
      { attribute: connector, choice: usb },
    ]
    const wrong: unknown[][] = [
      [{}],
      [{ device: phone, family }],
      [{ device: phone }, { device: phone }],
      [{ device: 999_999 }],
      [{ device: id }],
      [{ device: await accessory('Strap') }],
      [{ family: 999_999 }],
      [{ conditions: [] }],
      [{ conditions: [{ attribute: size }] }],
      [{ conditions: [{ attribute: size, min: 7, max: 6 }] }],
      [{ conditions: [{ attribute: size, choice: usb }] }],
      [{ conditions: [{ attribute: connector, choice: 999_999 }] }],
      [
        {
          conditions: [
            { attribute: size, min: 1 },
            { attribute: size, max: 2 },
          ],
        },
      ],
      [{ conditions: [{ attribute: ofCases, is_true: true }] }],
    ]
    for (const rows of wrong) {
      const { status, body } = await save(id, rows)
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(rows)).toEqual([
        422,
        ['rows'],
      ])
    }

    const { status, body } = await save(id, [{ family }, { conditions: rule }])

    expect(status).toBe(200)
    expect(body.data.rows).toMatchObject([
      { device: null, family: { id: family }, conditions: [] },
      {
        family: null,
        conditions: [
          { attribute: { id: size, unit: 'in' }, choice: null, is_true: null, min: 6, max: 6.5 },
          {
            attribute: { id: connector },
            choice: { id: usb, name: 'USB-C' },
            min: null,
            max: null,
          },
        ],
      },
    ])
    expect(await check(id)).toEqual([{ product: id, device: phone, fits: true }])
  })

  it('are only for accessories', async () => {
    const { status } = await shop.call('GET', path(phone), { token: staff.token })

    expect(status).toBe(404)
  })

  it('filter lists by a device, with the counts of the database', async () => {
    const [one, two] = [await accessory('Red case'), await accessory('Blue case')]
    await accessory('Gray case')
    await save(one, [{ device: other }])
    await save(two, [{ device: other }, { device: phone }])
    const idsOf = ({ products }: ProductPage) => products.map(({ id }) => id)
    const ask = async (query: ProductsQuery) => {
      const { body } = await shop.call('GET', '/api/products', {
        query: { fits: `${other}`, ...(query as Record<string, string>) },
      })
      const fromColumns = await askColumns(shop, { fits: `${other}`, ...query })
      expect(idsOf(fromColumns)).toEqual(idsOf(body))
      expect(fromColumns.facets.category).toEqual(body.facets.category)
      expect(fromColumns.facets.inStock, JSON.stringify(query)).toBe(body.total)
      return { ids: idsOf(body), total: body.total }
    }
    const both = { ids: [two, one], total: 2 }

    expect(await ask({})).toEqual(both)
    expect(await ask({ category: 'Accessories' })).toEqual(both)
    expect(await ask({ category: 'Accessories', search: 'case', sort: 'newest' })).toEqual(both)
    expect(await ask({ ids: `${one},${phone}` })).toEqual({ ids: [one], total: 1 })
    expect(await ask({ category: 'Phones' })).toEqual({ ids: [], total: 0 })
    expect(await ask({ fits: `${one}` })).toEqual({ ids: [], total: 0 })
    const wrong = await shop.call('GET', '/api/products', { query: { fits: '1,2' } })
    expect(wrong.status).toBe(422)
    await save(two, [])
    expect(await ask({})).toEqual({ ids: [one], total: 1 })
  })

  it('keep the devices that a customer names, and those that were bought', async () => {
    const { id: userId, token } = await shop.customer()
    const mine = async () => (await shop.call('GET', '/api/user/devices', { token })).body.data
    const name = (device: number) =>
      shop.call('POST', '/api/user/devices', { token, body: { device } })
    const drop = (id: number) => shop.call('DELETE', `/api/user/devices/${id}`, { token })
    await buy(shop, token, staff.token, other)
    await buy(shop, token, staff.token, await accessory())
    expect(await mine()).toMatchObject([{ id: other, named: false, bought: true, is_sold: true }])

    expect((await name(phone)).status).toBe(200)
    expect((await name(phone)).status).toBe(200)
    expect((await name(await accessory())).status).toBe(404)
    expect((await name(999_999)).status).toBe(404)

    expect(await mine()).toMatchObject([
      { id: phone, named: true, bought: false },
      { id: other, named: false, bought: true },
    ])
    expect([(await drop(phone)).status, (await drop(other)).status]).toEqual([200, 200])
    expect((await drop(phone)).status).toBe(404)
    expect(await mine()).toEqual([])
    const { body: data } = await shop.call('GET', '/api/auth/user/data', { token })
    expect(data.devices).toMatchObject([{ id: other, is_mine: false }])
    await name(phone)
    const closed = await shop.call('POST', '/api/auth/user/delete', {
      token,
      body: { password: 'correct horse' },
    })
    const rows = await shop.sql`select from my_device where user_id = ${userId}`
    expect([closed.status, rows.length]).toEqual([200, 0])
  })

  it(`refuse more than ${DEVICES_MAX} named devices, also at once`, async () => {
    const { token } = await shop.customer()
    const ids = await shop.products(DEVICES_MAX + 3)
    const name = (device: number) =>
      shop.call('POST', '/api/user/devices', { token, body: { device } })

    const answers = await Promise.all(ids.map(name))

    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(DEVICES_MAX).fill(200), 409, 409, 409])
    const [first = 0] = ids.filter((_, at) => answers[at]?.status === 200)
    expect((await name(first)).status).toBe(200)
  })

  it('leave nothing of a device that is deleted while it is named', async () => {
    for (let n = 0; n < volume(4, 20); n++) {
      const device = await create(shop, staff, 'Short lived', 'Phones')
      const ids = await Promise.all([accessory(), accessory()])

      const [gone, ...saved] = await Promise.all([
        shop.call('DELETE', `/api/admin/products/${device}`, { token: staff.token }),
        ...ids.map((id) => save(id, [{ device }, { device: phone }])),
      ])

      expect(gone?.status).toBe(200)
      for (const { status } of saved) expect([200, 422]).toContain(status)
      const rows = await shop.sql`select from fit where device_id = ${device}`
      expect(rows).toEqual([])
    }
  })
})

/** The list as a running shop returns it, from memory. */
async function askColumns({ db }: Shop, query: ProductsQuery): Promise<ProductPage> {
  const changes = createCatalogChanges()
  const index = createFacetIndex(db.run, changes)
  await index.start((error) => {
    throw error
  })
  try {
    return await createSearch(db.run, changes, index)({ ...query, facets: true })
  } finally {
    await index.stop()
  }
}

const path = (id: number) => `/api/admin/products/${id}/fits`

/** Creates a product through the staff API, so that the running app knows about it. */
async function create(
  shop: Shop,
  { token }: Person,
  name: string,
  category: string,
): Promise<number> {
  const texts = { name, name_ar: name, description: '', description_ar: '', seller: 'Barq' }
  const { body } = await shop.call('POST', '/api/admin/products', {
    token,
    body: { ...texts, category, price: 10, stock: 9 },
  })
  return body.data.id
}

async function buy(shop: Shop, token: string, staff: string, product: number): Promise<void> {
  const { body } = await shop.call('POST', '/api/user/order', {
    token,
    body: { orders: [{ Product: product }] },
  })
  const id = body.data[0].id
  await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: staff })
  await shop.call('POST', `/api/user/order/${id}/payment`, { token })
}

interface Defined {
  size: number
  connector: number
  usb: number
  family: number
  ofCases: number
}

/** Adds phone attributes, an accessory attribute and a family; the phone gets the size 6.1 in and USB-C. */
async function define({ db }: Shop, phone: number): Promise<Defined> {
  const { rows } = await sql<Defined>`
    with added as (
      insert into attribute (category_id, name, name_ar, kind, unit, position)
      select c.id, a.name, a.name, a.kind, a.unit, a.place from (values
        ('Phones', 'Size', 'number', 'in', 1), ('Phones', 'Connector', 'choice', '', 2),
        ('Accessories', 'Soft', 'boolean', '', 3)
      ) a (category, name, kind, unit, place) join category c on c.name = a.category
      returning id, kind
    ), usb as (
      insert into attribute_choice (attribute_id, name, name_ar, position)
      select id, 'USB-C', 'USB-C', 0 from added where kind = 'choice' returning id, attribute_id
    ), family as (
      insert into family (category_id, name, name_ar)
      select id, 'Family', 'Family' from category where name = 'Phones' returning id
    ), size as (
      insert into product_attribute (product_id, attribute_id, kind, number)
      select ${phone}, id, kind, 6.1 from added where kind = 'number'
    ), connector as (
      insert into product_attribute (product_id, attribute_id, kind, choice_id)
      select ${phone}, attribute_id, 'choice', id from usb
    )
    select (select id from added where kind = 'number') as size,
      (select id from added where kind = 'choice') as connector, (select id from usb) as usb,
      (select id from family) as family,
      (select id from added where kind = 'boolean') as "ofCases"`.execute(db.run)
  const [row] = rows
  if (!row) throw new Error('nothing was defined')
  return row
}
