import { expect, it } from 'vitest'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const COUPON = {
  code: 'EDITED',
  kind: 'percent',
  percent: 10,
  amount: null,
  starts_at: null,
  ends_at: null,
  least: null,
  categories: null,
  product_ids: null,
  max_uses: null,
  max_uses_per_customer: null,
  is_active: true,
}
const METHOD = {
  name: 'Edited',
  name_ar: '',
  places: null,
  fee: 5,
  free_from: null,
  days_min: null,
  days_max: null,
  last_hour: null,
  is_active: true,
}
const SLIDE = {
  title: 'Edited',
  title_ar: '',
  subtitle: '',
  subtitle_ar: '',
  cta: 'Go',
  cta_ar: '',
  link: '/',
  picture_key: 'edited',
  alt: '',
  alt_ar: '',
  is_active: true,
}
const UNIT = { unit: 'g', unit_ar: 'g' }
const ATTRIBUTE = {
  category: 'Phones',
  name: 'Edited',
  name_ar: '',
  kind: 'number',
  ...UNIT,
  is_filter: true,
  is_compared: true,
  choices: [],
}

interface Edited {
  path: string
  /** A field and two values that both differ from its current value: an edit that changes nothing is never rejected. */
  values: [field: string, one: unknown, other: unknown]
  /** For a list: the row to add. */
  add?: object
  /** For a list with fixed rows: the field that identifies the row, and its value. */
  one?: [field: string, name: string]
}

const EDITED: Edited[] = [
  { path: '/shop-details', values: ['phone', '+971 1', '+971 2'] },
  { path: '/tax', values: ['tax_number', 'T-1', 'T-2'] },
  { path: '/cash-on-delivery', values: ['max_total', 100, 200] },
  { path: '/shop-rules', values: ['low_stock', 6, 7] },
  { path: '/coupons', values: ['percent', 20, 30], add: COUPON },
  { path: '/shipping-methods', values: ['fee', 6, 7], add: METHOD },
  { path: '/slides', values: ['link', '/contact', '/orders'], add: SLIDE },
  {
    path: '/brands',
    values: ['name', 'A', 'B'],
    add: { name: 'Edited', name_ar: 'م', logo: null },
  },
  { path: '/attributes', values: ['name', 'A', 'B'], add: ATTRIBUTE },
  {
    path: '/staff',
    values: ['role', 'catalog', 'reader'],
    add: { name: 'Edited', email: 'edited@shop.example', role: 'orders', is_active: true },
  },
  { path: '/legal-pages', values: ['text', 'A', 'B'], one: ['page', 'terms'] },
  { path: '/categories', values: ['name', 'A', 'B'], one: ['category', 'Phones'] },
]

describeShop('an edit', (shop) => {
  const staff = (admin: Person) => async (method: string, path: string, body?: unknown) =>
    shop.as(admin, method, `/api/admin${path}`, body)

  it.for(EDITED)('in $path is saved over nothing that was not read', async (edited) => {
    const call = staff(await shop.admin())
    const [field, one, other] = edited.values
    const added = edited.add && (await call('POST', edited.path, edited.add)).body.data
    const [key, name] = added ? ['id', added.id] : (edited.one ?? [])
    const path = key ? `${edited.path}/${name}` : edited.path
    const read = async () => {
      const { body } = await call('GET', edited.path)
      const [list] = Object.values<Record<string, unknown>[]>(body)
      return key ? list?.find((row) => row[key] === name) : body.data
    }
    const opened = await read()
    if (added) expect(opened).toEqual(added)

    const tries = await Promise.all(
      [one, other].map((value) => call('PUT', path, { ...opened, [field]: value })),
    )
    const saved = tries.find(({ status }) => status === 200)?.body.data
    const refused = tries.find(({ status }) => status === 409)?.body
    expect(await read()).toEqual(saved)
    expect(refused.error).toBe('edited_meanwhile')
    expect(saved.version).not.toBe(opened.version)

    // Saving the same values again is not a conflict.
    expect((await call('PUT', path, { ...saved, version: opened.version })).status).toBe(200)
    // Clients that send no version overwrite any version.
    const { version: _, ...without } = opened
    for (const value of [other, one]) {
      const { body } = await call('PUT', path, { ...without, [field]: value })
      expect(body.data).toMatchObject({ [field]: value })
    }
    const { entries } = (await call('GET', '/audit')).body
    const logged = edited.one?.[0] === 'page' ? String(name) : field
    const { action, before, after } = entries[0]
    expect([action, before, after]).toEqual(['edit', { [logged]: other }, { [logged]: one }])
  })

  it('of the order of a list is no edit of its entries', async () => {
    const call = staff(await shop.admin())
    const names = ['First', 'Second']
    for (const name of names) await call('POST', '/brands', { name, name_ar: '', logo: null })
    const { brands } = (await call('GET', '/brands')).body
    const ids = brands.map(({ id }: { id: number }) => id).reverse()
    const { body } = await call('PUT', '/brands', { ids })
    const versions = (of: { version: string }[]) => of.map(({ version }) => version)
    expect(versions(body.brands)).toEqual(versions(brands).reverse())
  })

  it('of the products of a coupon is saved and logged, also when they are as many', async () => {
    const call = staff(await shop.admin())
    const [one, other] = await shop.products(2)
    const coupon = { ...COUPON, code: 'PRODUCTS', product_ids: [one] }
    const { id } = (await call('POST', '/coupons', coupon)).body.data
    const { body } = await call('PUT', `/coupons/${id}`, { ...coupon, product_ids: [other] })
    expect(body.data.product_ids).toEqual([other])
    const rows = await shop.sql<{ before: object; after: object }>`
      select before, after from audit_entry where entity = 'coupon' order by id desc limit 1`
    expect(rows).toEqual([{ before: { product_ids: [one] }, after: { product_ids: [other] } }])
  })

  it('of a coupon is logged as it is stored: without another kind of figure, in one time zone', async () => {
    const call = staff(await shop.admin())
    const sent = { code: 'STORED', amount: 5, starts_at: '2030-01-01T02:00:00+02:00' }
    const { status } = await call('POST', '/coupons', { ...COUPON, ...sent })
    expect(status).toBe(201)
    const [entry] = await shop.sql<{ after: object }>`
      select after from audit_entry where entity = 'coupon' order by id desc limit 1`
    expect(entry?.after).toMatchObject({
      percent: 10,
      amount: null,
      starts_at: '2030-01-01T00:00:00.000Z',
    })
  })

  it('of the Arabic name of a tax alone is saved and logged', async () => {
    const call = staff(await shop.admin())
    const { data } = (await call('GET', '/tax')).body
    const [om, ae] = [
      { country: 'OM', name: 'VAT', name_ar: 'ضريبة', percent: 5 },
      { country: 'AE', name: 'VAT', name_ar: '', percent: 5 },
    ]
    await call('PUT', '/tax', { ...data, rates: [om, ae], version: undefined })
    const rates = [{ ...ae, name_ar: 'ضريبة القيمة المضافة' }, om]
    const { body } = await call('PUT', '/tax', { ...data, rates, version: undefined })
    expect(body.data.rates).toEqual(rates)
    const rows = await shop.sql<{ before: object; after: object }>`
      select before, after from audit_entry where entity = 'tax' order by id desc limit 1`
    expect(rows).toEqual([{ before: { rates: [{ ...ae, name_ar: 'VAT' }, om] }, after: { rates } }])
  })
})
