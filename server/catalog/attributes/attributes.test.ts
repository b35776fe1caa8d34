import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { AdminAttribute, AttributeForm } from '#contract/admin.ts'
import type { ProductDetail } from '#contract/catalog.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('an attribute of the staff', (shop) => {
  let admin: Person
  let count = 0
  const call = (method: string, path: string, body?: unknown) =>
    shop.call(method, `/api/admin/attributes${path}`, { token: admin.token, body })
  const form = (fields: Partial<AttributeForm> = {}): AttributeForm => ({
    category: 'Phones',
    name: `Thing ${count}`,
    name_ar: 'شيء',
    kind: 'number',
    unit: fields.kind && fields.kind !== 'number' ? '' : 'GB',
    unit_ar: fields.kind && fields.kind !== 'number' ? '' : 'غيغابايت',
    is_filter: false,
    is_compared: true,
    choices: [],
    ...fields,
  })
  const choices = (...names: string[]) =>
    names.map((name) => ({ name, name_ar: `${name} ع`, swatch: null }))
  const created = async (fields: Partial<AttributeForm> = {}): Promise<AdminAttribute> => {
    const { status, body } = await call('POST', '', form(fields))
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }
  const edited = (id: number, fields: Partial<AttributeForm>) => call('PUT', `/${id}`, form(fields))
  const phone = async (
    { id, kind }: Pick<AdminAttribute, 'id' | 'kind'>,
    value: { number?: number; choice?: number; is_true?: boolean; text?: string; text_ar?: string },
  ) => {
    const product = await shop.product({ category: 'Phones' })
    await shop.sql`
      insert into product_attribute (product_id, attribute_id, kind, number, choice_id, is_true, text, text_ar)
      values (${product}, ${id}, ${kind}, ${value.number ?? null}, ${value.choice ?? null},
        ${value.is_true ?? null}, ${value.text ?? null}, ${value.text_ar ?? value.text ?? null})`
    return product
  }
  const specsOf = async (product: number): Promise<string[]> => {
    const { specs }: ProductDetail = (await shop.call('GET', `/api/products/${product}`)).body
    return specs.map(({ label, value, value_ar }) => `${label}: ${value} / ${value_ar}`)
  }

  beforeAll(async () => {
    admin = await shop.admin({ username: 'Owner' })
  })
  beforeEach(() => {
    count++
  })
  shop.keepInvariants()

  it('is kept with its choices in their order', async () => {
    const made = await created({ kind: 'choice', is_filter: true, choices: choices('Red', 'Blue') })
    expect(made).toMatchObject({
      kind: 'choice',
      products: 0,
      choices: [{ name: 'Red' }, { name: 'Blue' }],
    })
    const [red, blue] = made.choices
    const { body } = await edited(made.id, {
      kind: 'choice',
      choices: [
        { id: blue?.id ?? 0, name: 'Red', name_ar: 'أحمر', swatch: '#ff0000' },
        { id: red?.id ?? 0, name: 'Blue', name_ar: 'أزرق', swatch: null },
        ...choices('Green'),
      ],
    })
    expect(body.data.choices).toMatchObject([
      { id: blue?.id, name: 'Red', swatch: '#ff0000' },
      { id: red?.id, name: 'Blue' },
      { name: 'Green' },
    ])
  })

  it('is refused where its parts do not go together', async () => {
    const refused = async (fields: Partial<AttributeForm>) => {
      const { status, body } = await call('POST', '', form(fields))
      expect(status).toBe(422)
      return Object.keys(body.errors)
    }
    expect(await refused({ kind: 'text', unit: 'GB' })).toEqual(['unit'])
    expect(await refused({ kind: 'boolean', choices: choices('A') })).toEqual(['choices'])
    expect(await refused({ kind: 'choice', choices: choices('A', 'a ') })).toEqual(['choices'])
    expect(await refused({ kind: 'text', is_filter: true })).toEqual(['is_filter'])
    expect(await refused({ kind: 'choice' })).toEqual(['choices'])
    expect(await refused({ unit: ' ' })).toEqual(['unit'])
    await created({ name: 'Weight' })
    expect(await refused({ name: 'weight' })).toEqual(['name'])
    await created({ name: 'Weight', category: 'Electronics' })
  })

  it('becomes a text and a number again without losing a value', async () => {
    const made = await created({ is_filter: true })
    const [small, large] = [
      await phone(made, { number: 256.5 }),
      await phone(made, { number: 1024 }),
    ]
    const { name } = made
    const before = [await specsOf(small), await specsOf(large)]
    expect(before).toEqual([
      [`${name}: 256.5 GB / 256.5 غيغابايت`],
      [`${name}: 1,024 GB / 1,024 غيغابايت`],
    ])

    for (const kind of ['text', 'number', 'choice', 'number'] as const) {
      const { status, body } = await edited(made.id, { name, kind })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data).toMatchObject({ kind, products: 2 })
      if (kind === 'choice') {
        expect(body.data.choices.map((one: { name: string }) => one.name)).toEqual([
          '256.5 GB',
          '1024 GB',
        ])
      } else expect(body.data.choices).toEqual([])
    }
    expect([await specsOf(small), await specsOf(large)]).toEqual(before)
  })

  it('is found by its new words at once', async () => {
    const made = await created({ kind: 'choice', choices: choices('Zirconium') })
    const product = await phone(made, { choice: made.choices[0]?.id ?? 0 })
    const found = async (search: string) => {
      const { body } = await shop.call('GET', '/api/products', { query: { search } })
      return body.products.some(({ id }: { id: number }) => id === product)
    }
    expect(await found('zirconium')).toBe(true)
    await edited(made.id, {
      name: made.name,
      kind: 'choice',
      choices: [
        { id: made.choices[0]?.id ?? 0, name: 'Palladium', name_ar: 'بلاديوم', swatch: null },
      ],
    })
    expect([await found('palladium'), await found('zirconium')]).toEqual([true, false])
  })

  it('refuses what cannot be converted, with an example, and changes nothing', async () => {
    const made = await created({ kind: 'text' })
    await phone(made, { text: '12' })
    const odd = await phone(made, { text: 'a dozen', text_ar: 'دزينة' })
    const { status, body } = await edited(made.id, { name: made.name, kind: 'number' })

    expect(status).toBe(409)
    expect(body.message).toContain('“a dozen”')
    expect(await specsOf(odd)).toEqual([`${made.name}: a dozen / دزينة`])
    const { body: boolean } = await edited(made.id, { name: made.name, kind: 'boolean' })
    expect(boolean.error).toBe('conflict')
  })

  it('refuses to make one choice of two translations', async () => {
    const made = await created({ kind: 'text' })
    await phone(made, { text: 'Steel', text_ar: 'فولاذ' })
    await phone(made, { text: 'steel', text_ar: 'صلب' })
    const { status, body } = await edited(made.id, { name: made.name, kind: 'choice' })
    expect([status, body.message]).toEqual([409, expect.stringContaining('steel')])
  })

  it('becomes yes or no where its values are', async () => {
    const made = await created({ kind: 'text' })
    const product = await phone(made, { text: 'yes', text_ar: 'نعم' })
    expect((await edited(made.id, { name: made.name, kind: 'boolean' })).status).toBe(200)
    expect(await specsOf(product)).toEqual([`${made.name}: Yes / نعم`])
    const bare = { kind: 'number' as const, unit: '', unit_ar: '' }
    expect((await edited(made.id, { name: made.name, ...bare })).status).toBe(200)
    expect(await specsOf(product)).toEqual([`${made.name}: 1 / 1`])
  })

  it('gets another unit only with what its numbers are multiplied by', async () => {
    const made = await created()
    const product = await phone(made, { number: 0.3 })
    const { name } = made
    const without = await edited(made.id, { name, unit: 'MB' })
    expect(without.body.errors).toEqual({ factor: [expect.stringContaining('GB')] })
    await edited(made.id, { name, unit: 'MB', factor: 1000 })
    expect(await specsOf(product)).toEqual([`${name}: 300 MB / 300 غيغابايت`])
    await edited(made.id, { name, unit: 'GB', factor: 0.001 })
    expect(await specsOf(product)).toEqual([`${name}: 0.3 GB / 0.3 غيغابايت`])
    const silent = await edited(made.id, { name, factor: 2 })
    expect(silent.body.errors).toHaveProperty('factor')
    const huge = await edited(made.id, { name, unit: 'B', factor: 1e9 })
    expect(huge.status).toBe(200)
    expect((await edited(made.id, { name, unit: 'b', factor: 8 })).status).toBe(409)
  })

  it('takes the rules of what fits along to another unit', async () => {
    const made = await created()
    await phone(made, { number: 6.1 })
    const accessory = await shop.product({ category: 'Accessories' })
    await shop.sql`
      with f as (insert into fit (product_id) values (${accessory}) returning id)
      insert into fit_condition (fit_id, attribute_id, min_number, max_number)
      select id, ${made.id}, 6, 6.5 from f`
    await edited(made.id, { name: made.name, unit: 'mm', unit_ar: 'مم', factor: 25.4 })
    const rows = await shop.sql`
      select min_number, max_number from fit_condition where attribute_id = ${made.id}`
    expect(rows).toEqual([{ min_number: 152.4, max_number: 165.1 }])
  })

  it('keeps its category, and choices and itself while products have them', async () => {
    const made = await created({ kind: 'choice', choices: choices('Red', 'Blue') })
    await phone(made, { choice: made.choices[0]?.id ?? 0 })
    const fields = { name: made.name, kind: 'choice' as const }
    const moved = await edited(made.id, { ...fields, category: 'Electronics' })
    expect(moved.body.errors).toHaveProperty('category')
    const lost = await edited(made.id, { ...fields, choices: choices('Green') })
    expect([lost.status, lost.body.message]).toEqual([409, expect.stringContaining('Red')])
    const { status, body } = await call('DELETE', `/${made.id}`)
    expect([status, body.message]).toEqual([409, expect.stringContaining('1 product uses this')])

    const unused = await created({ name: `Unused ${count}` })
    expect((await call('DELETE', `/${unused.id}`)).status).toBe(200)
  })

  it('stays what tells families apart', async () => {
    const made = await created({ is_filter: true })
    const products = [await phone(made, { number: 1 }), await phone(made, { number: 2 })]
    const family = await shop.call('POST', '/api/admin/families', {
      token: admin.token,
      body: { category: 'Phones', name: 'F', name_ar: 'ع', axes: [made.id], products },
    })
    expect(family.status).toBe(201)
    const text = await edited(made.id, { name: made.name, kind: 'text' })
    expect(text.body.errors).toHaveProperty('kind')
    expect((await edited(made.id, { name: made.name, kind: 'choice' })).status).toBe(200)
    expect((await edited(made.id, { name: made.name })).status).toBe(200)

    const written = await created({
      name: 'Written',
      kind: 'choice',
      choices: ['1', '1 GB'].map((one) => ({ name: one, name_ar: one, swatch: null })),
    })
    const [one, same] = written.choices
    const alike = [
      await phone(written, { choice: one?.id ?? 0 }),
      await phone(written, { choice: same?.id ?? 0 }),
    ]
    await shop.call('POST', '/api/admin/families', {
      token: admin.token,
      body: { category: 'Phones', name: 'G', name_ar: 'غ', axes: [written.id], products: alike },
    })
    const merged = await edited(written.id, { name: 'Written' })
    expect(merged.body.errors).toEqual({ kind: [expect.stringContaining('the same values')] })
  })

  it('is ordered, and is part of the filters at once', async () => {
    const list = async (): Promise<AdminAttribute[]> => (await call('GET', '')).body.attributes
    const ids = (await list()).map(({ id }) => id).reverse()
    expect(
      (await call('PUT', '', { ids })).body.attributes.map(({ id }: AdminAttribute) => id),
    ).toEqual(ids)
    expect((await call('PUT', '', { ids: ids.slice(1) })).body.errors).toHaveProperty('ids')
  })
})
