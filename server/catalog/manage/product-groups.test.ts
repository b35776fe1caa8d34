import { beforeAll, expect, it } from 'vitest'
import type { AdminProduct, EditedProduct } from '#contract/admin.ts'
import type { AttributeValueInput } from '#contract/attributes.ts'
import { type Axes, defineAxes, phoneOf } from '#tests/kit/families.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('brand, type and attributes of a product', (shop) => {
  let admin: Person
  let axes: Axes
  let groups: { brand: number; foldables: number; lamps: number }
  const call = (method: string, path: string, body?: unknown) =>
    shop.call(method, `/api/admin/${path}`, { token: admin.token, body })
  const read = async (id: number): Promise<AdminProduct> =>
    (await call('GET', `products/${id}`)).body.data
  /** Sends the current product with changed fields. */
  const edit = async (id: number, fields: Partial<EditedProduct>) => {
    const { name, name_ar, description, description_ar, category, seller, price, version } =
      await read(id)
    const texts = { name, name_ar, description, description_ar, category, seller, price, version }
    return call('PUT', `products/${id}`, { ...texts, ...fields })
  }
  const blue = (): AttributeValueInput => ({ attribute: axes.color, choice: axes.blue })

  beforeAll(async () => {
    admin = await shop.admin({ username: 'Owner' })
    axes = await defineAxes(shop)
    const add = async (path: string, body: object): Promise<number> =>
      (await call('POST', path, body)).body.data.id
    groups = {
      brand: await add('brands', { name: 'Orvane', name_ar: '', logo: null }),
      foldables: await add('sub-categories', {
        category: 'Phones',
        name: 'Foldables',
        name_ar: 'قابلة للطي',
      }),
      lamps: await add('sub-categories', {
        category: 'Electronics',
        name: 'Lamps',
        name_ar: 'مصابيح',
      }),
    }
  })
  shop.keepInvariants()

  it('are kept, and leave the product when they are taken away', async () => {
    const id = await shop.product({ category: 'Phones' })
    const { body } = await edit(id, {
      brand: groups.brand,
      sub_category: groups.foldables,
      attributes: [
        blue(),
        { attribute: axes.storage, number: 256 },
        { attribute: axes.chip, text: 'K9', text_ar: 'ك٩' },
      ],
    })
    expect(body.data).toMatchObject({
      brand: groups.brand,
      sub_category: groups.foldables,
      attributes: [
        { name: 'Storage', number: 256 },
        { name: 'Color', choice: { name: 'Blue' } },
        { name: 'Chip', text: 'K9', text_ar: 'ك٩' },
      ],
    })
    // Fields missing from a form stay unchanged.
    await edit(id, { name: 'Renamed' })
    expect((await read(id)).attributes).toHaveLength(3)
    await edit(id, { brand: null, attributes: [{ attribute: axes.storage, number: 512 }] })
    expect(await read(id)).toMatchObject({
      brand: null,
      sub_category: groups.foldables,
      attributes: [{ number: 512 }],
    })
    await edit(id, { attributes: [] })
    expect((await read(id)).attributes).toEqual([])
  })

  it('come with a new product', async () => {
    const { status, body } = await call('POST', 'products', {
      name: 'New',
      name_ar: 'جديد',
      description: '',
      description_ar: '',
      seller: 'Barq',
      category: 'Phones',
      price: 10,
      stock: 1,
      brand: groups.brand,
      attributes: [blue()],
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      brand: groups.brand,
      attributes: [{ choice: { id: axes.blue } }],
    })
    const { body: found } = await shop.call('GET', '/api/products', {
      query: { category: 'Phones', attributes: `${axes.color}:${axes.blue}` },
    })
    expect(found.products.map(({ id }: { id: number }) => id)).toContain(body.data.id)
  })

  it('are refused where they do not fit', async () => {
    const id = await shop.product({ category: 'Phones' })
    const refused = async (fields: Partial<EditedProduct>) => {
      const { status, body } = await edit(id, fields)
      expect(status, JSON.stringify(fields)).toBe(422)
      return Object.keys(body.errors)
    }
    const wrong: AttributeValueInput[][] = [
      [{ attribute: 999_999, number: 1 }],
      [{ attribute: axes.storage, choice: axes.blue }],
      [{ attribute: axes.storage, number: 1, text: 'x' }],
      [{ attribute: axes.storage }],
      [{ attribute: axes.color, choice: 999_999 }],
      [blue(), blue()],
    ]
    for (const attributes of wrong) expect(await refused({ attributes })).toEqual(['attributes'])
    expect(await refused({ brand: 999_999 })).toEqual(['brand'])
    expect(await refused({ sub_category: groups.lamps })).toEqual(['sub_category'])
    expect(await refused({ category: 'Electronics', attributes: [blue()] })).toEqual(['attributes'])
  })

  it('of another category are kept while the product is away', async () => {
    const id = await shop.product({ category: 'Phones' })
    await edit(id, { sub_category: groups.foldables, attributes: [blue()] })
    await edit(id, { category: 'Electronics', attributes: [] })
    expect(await read(id)).toMatchObject({ sub_category: null, attributes: [] })
    await edit(id, { category: 'Phones' })
    expect((await read(id)).attributes).toMatchObject([{ choice: { name: 'Blue' } }])
  })

  it('do not make two products of a family the same', async () => {
    const one = await phoneOf(shop, axes, { storage: 1, color: axes.red, price: 5 })
    const two = await phoneOf(shop, axes, { storage: 2, color: axes.red, price: 5 })
    await call('POST', 'families', {
      category: 'Phones',
      name: 'F',
      name_ar: 'ع',
      axes: [axes.storage],
      products: [one, two],
    })
    const same = await edit(two, { attributes: [{ attribute: axes.storage, number: 1 }] })
    expect(same.body.errors).toEqual({ attributes: [expect.stringContaining('the same values')] })
    const none = await edit(two, { attributes: [] })
    expect(none.body.errors).toEqual({ attributes: [expect.stringContaining('has no value')] })
  })

  it('are renamed, and not deleted while products have them', async () => {
    const id = await shop.product({ category: 'Phones', name: 'Plain' })
    await edit(id, { brand: groups.brand, sub_category: groups.foldables })
    const { body } = await call('PUT', `brands/${groups.brand}`, {
      name: 'Quillon',
      name_ar: 'كويلون',
      logo: '/media/brands/orvane.svg',
    })
    expect(body.data).toMatchObject({ name: 'Quillon', logo: '/media/brands/orvane.svg' })
    await call('PUT', `sub-categories/${groups.foldables}`, {
      category: 'Phones',
      name: 'Clamshells',
      name_ar: 'قابلة للطي',
    })
    for (const search of ['quillon', 'clamshells']) {
      const found = await shop.call('GET', '/api/products', { query: { search } })
      expect(found.body.products.map((product: { id: number }) => product.id)).toContain(id)
    }
    const kept = await call('DELETE', `brands/${groups.brand}`)
    expect([kept.status, kept.body.message]).toEqual([
      409,
      expect.stringContaining('Change the products first'),
    ])
    const outside = { name: 'Outside', name_ar: '', logo: '/media/../private.svg' }
    expect((await call('POST', 'brands', outside)).body.errors).toHaveProperty('logo')
    const taken = await call('POST', 'brands', { name: 'quillon', name_ar: '', logo: null })
    expect(taken.body.errors).toHaveProperty('name')

    const moved = await call('PUT', `sub-categories/${groups.lamps}`, {
      category: 'Phones',
      name: 'Lamps',
      name_ar: 'مصابيح',
    })
    expect(moved.body.data.category).toBe('Phones')
    expect((await call('DELETE', `sub-categories/${groups.lamps}`)).status).toBe(200)
    const log = await shop.call('GET', '/api/admin/audit', {
      token: admin.token,
      query: { entity: 'brand', entity_id: String(groups.brand) },
    })
    expect(
      log.body.entries.map(({ action, before }: { action: string; before: object }) => [
        action,
        before,
      ]),
    ).toEqual([
      ['edit', { name: 'Orvane', name_ar: 'Orvane', logo: null }],
      ['create', null],
    ])
  })

  it('meet a change of their attribute without an error of the server', async () => {
    const { body } = await call('POST', 'attributes', {
      category: 'Phones',
      name: 'Finish',
      name_ar: 'اللمسة',
      kind: 'choice',
      unit: '',
      unit_ar: '',
      is_filter: false,
      is_compared: true,
      choices: ['A', 'B', 'C'].map((name) => ({ name, name_ar: name, swatch: null })),
    })
    const { id, choices, ...attribute } = body.data
    const ids = await shop.products(12, { category: 'Phones' })
    const statuses = new Set<number>()
    for (let round = 0; round < 4; round++) {
      const current = (await call('GET', 'attributes')).body.attributes.find(
        (one: { id: number }) => one.id === id,
      )
      // The previous round may have deleted the attribute before any product had it.
      if (!current) break
      const answers = await Promise.all([
        ...ids.map((product, at) =>
          edit(product, {
            attributes: [{ attribute: id, choice: choices[(at + round) % 3].id }],
          }),
        ),
        call('PUT', `attributes/${id}`, {
          ...attribute,
          choices: current.choices
            .slice(0, 2)
            .map(({ products: _products, ...choice }: { products: number }) => choice),
        }),
        call('PUT', `attributes/${id}`, { ...attribute, kind: 'text', choices: [] }),
        call('DELETE', `attributes/${id}`),
      ])
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses].filter((status) => ![200, 404, 409, 422].includes(status))).toEqual([])
    const rows = await shop.sql`
      select v.kind from product_attribute v join attribute a on a.id = v.attribute_id
      where v.kind <> a.kind`
    expect(rows).toEqual([])
  })
})
