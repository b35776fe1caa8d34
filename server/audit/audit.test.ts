import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { AuditEntry, NewProduct } from '#contract/admin.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const PRODUCT: NewProduct = {
  name: 'Lamp',
  name_ar: 'مصباح',
  description: '',
  description_ar: '',
  category: 'Electronics',
  seller: 'Orvane',
  price: 5,
  stock: 1,
}

describeShop('the audit', (shop) => {
  let owner: Person
  let clerk: Person
  const list = async (query: Record<string, string> = {}) =>
    (await shop.call('GET', '/api/admin/audit', { token: owner.token, query })).body
  const actions = async (query: Record<string, string>) =>
    (await list(query)).entries.map(({ entity, action }: AuditEntry) => `${entity} ${action}`)
  const ids: number[] = []

  beforeAll(async () => {
    owner = await shop.admin({ username: 'Owner' })
    clerk = await shop.admin({ username: 'Clerk' })
    const customer = await shop.customer()
    for (const person of [owner, clerk]) {
      const { body } = await shop.as(person, 'POST', '/api/admin/products', PRODUCT)
      ids.push(body.data.id)
    }
    const note = { change: 4, note: 'half \ud800 a pair' }
    await shop.as(clerk, 'POST', `/api/admin/products/${ids[0]}/stock`, note)
    await shop.as(clerk, 'POST', `/api/admin/customers/${customer.id}/disable`)
  })

  it('lists who changed what, newest first', async () => {
    const { entries } = await list()

    expect(entries).toMatchObject([
      { entity: 'customer', action: 'disable', actor: { id: clerk.id, username: 'Clerk' } },
      { entity: 'product', action: 'stock', before: { on_hand: 1 }, after: { on_hand: 5 } },
      { entity: 'product', action: 'create', entity_id: ids[1] },
      { entity: 'product', action: 'create', actor: { username: 'Owner' }, before: null },
    ])
  })

  it('is filtered by actor, thing and time, page by page', async () => {
    const [at] = (await list()).entries.map((entry: AuditEntry) => entry.at)

    expect(await actions({ actor: String(owner.id) })).toEqual(['product create'])
    expect(await actions({ entity: 'customer' })).toEqual(['customer disable'])
    expect(await actions({ entity: 'product', entity_id: String(ids[0]) })).toEqual([
      'product stock',
      'product create',
    ])
    expect(await actions({ from: at, entity: 'product' })).toEqual([])
    expect(await actions({ to: '2020-01-01T00:00:00Z' })).toEqual([])
    const first = await list({ limit: '3' })
    expect(first.entries).toHaveLength(3)
    expect(await actions({ limit: '3', cursor: first.nextCursor })).toEqual(['product create'])
  })

  it('names what its entries are about and refer to', async () => {
    const orvane = { name: 'Orvane', name_ar: 'أورفان', logo: null }
    const brand = await shop.as(owner, 'POST', '/api/admin/brands', orvane)
    const body = { ...PRODUCT, version: 1, brand: brand.body.data.id }
    await shop.as(owner, 'PUT', `/api/admin/products/${ids[1]}`, body)

    const { entries, names } = await list({ action: 'edit' })
    expect(entries).toMatchObject([{ entity: 'product', after: { brand_id: body.brand } }])
    expect(names).toEqual([
      { kind: 'product', id: ids[1], name: 'Lamp', name_ar: 'مصباح' },
      { kind: 'brand', id: body.brand, name: 'Orvane', name_ar: 'أورفان' },
    ])
  })

  it('has no entry for a refused change', async () => {
    const before = (await list()).entries.length

    await shop.as(clerk, 'POST', `/api/admin/products/${ids[0]}/stock`, { change: -9 })
    await shop.as(clerk, 'DELETE', '/api/admin/products/999999')
    await shop.as(clerk, 'POST', '/api/admin/products', { ...PRODUCT, price: 0.001 })

    expect((await list()).entries).toHaveLength(before)
  })

  it('cannot be changed afterwards', async () => {
    for (const change of [
      sql`update audit_entry set action = 'none'`,
      sql`delete from audit_entry`,
    ]) {
      await expect(change.execute(shop.db.run)).rejects.toThrow('append-only')
    }
  })
})
