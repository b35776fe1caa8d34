import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ShopRules } from '#contract/admin.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { LATE_AFTER_HOURS, LOW_STOCK } from '#tests/kit/shop-rules.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { readConfig } from '../config.ts'
import { createOrders } from '../orders/orders.ts'
import { createShopRules, storeRules } from './shop-rules.ts'

const AT_FIRST: ShopRules = {
  low_stock: LOW_STOCK,
  late_hours: LATE_AFTER_HOURS,
  auto_confirm: true,
  pay_minutes: null,
  is_closed: false,
  closed_text: '',
  closed_text_ar: '',
}

describeShop('the rules for orders and stock', (shop) => {
  let admin: Person
  const staff = async (path: string, query = {}) =>
    (await shop.call('GET', `/api/admin${path}`, { token: admin.token, query })).body
  const save = (rules: object) =>
    shop.call('PUT', '/api/admin/shop-rules', {
      token: admin.token,
      body: { ...AT_FIRST, ...rules },
    })
  const order = async (product: number, quantity = 1): Promise<number> => {
    const { token } = await shop.customer()
    const body = { orders: [{ Product: product, quantity }] }
    const { body: placed } = await shop.call('POST', '/api/user/order', { token, body })
    return placed.data[0].id
  }
  const lowProducts = async (): Promise<number[]> =>
    (await staff('/products', { stock: 'low', limit: '60' })).products.map(
      ({ id }: { id: number }) => id,
    )
  /** Products whose stored low-stock figure differs from their units. */
  const wronglyScarce = async () => {
    const rows = await shop.sql`
      select p.id from shop_rules, product p left join scarce_product s on s.product_id = p.id
      where s.available is distinct from
        case when on_hand - reserved <= low_stock and deleted_at is null then on_hand - reserved end`
    return rows
  }

  beforeAll(async () => {
    admin = await shop.admin()
  })
  beforeEach(async () => void (await save(AT_FIRST)))

  it('say when stock is low: in lists, figures and events at once', async () => {
    const product = await shop.product({ stock: 12 })
    const [row] = (await staff('/products')).products
    expect(row).toMatchObject({ id: product, isLow: false })

    expect((await save({ low_stock: 10 })).body.data).toMatchObject({ low_stock: 10 })
    expect(await lowProducts()).toEqual([])
    await order(product, 2)
    expect(await lowProducts()).toEqual([product])
    const rows = await shop.sql<{ id: number }>`
      select (payload ->> 'productId')::integer as id from outbox where topic = 'stock-low'`
    expect(rows).toEqual([{ id: product }])

    await save({ low_stock: 9 })
    expect(await lowProducts()).toEqual([])
    await save({ low_stock: 11 })
    const { products } = await staff('/products')
    expect(products[0]).toMatchObject({ id: product, isLow: true })
    expect((await staff('/dashboard')).lowStock).toMatchObject({
      low: 1,
      products: [{ id: product }],
    })
    await shop.call('DELETE', `/api/admin/products/${product}`, { token: admin.token })
    expect(await lowProducts()).toEqual([])
  })

  it('are right for orders that are placed while they change', async () => {
    const products = await shop.products(12, { stock: 30 })
    const limits = [3, 40, 20, 25, 5, 28, 26]
    await Promise.all([
      ...products.flatMap((product) => [1, 2, 3, 4].map((quantity) => order(product, quantity))),
      (async () => {
        for (const low_stock of limits) expect((await save({ low_stock })).status).toBe(200)
      })(),
    ])
    expect(await wronglyScarce()).toEqual([])
    expect((await lowProducts()).toSorted()).toEqual(products.toSorted())
  })

  it('say when an order is late: in lists, counts and figures at once', async () => {
    const id = await order(await shop.product())
    await shop.sql`
      update orders set state = 'complete', paid_at = now() - interval '30 hours'
      where id = ${id}`
    const late = async () => {
      const { orders } = await staff('/orders', { state: 'late' })
      const { lateOrders } = await staff('/dashboard')
      expect(lateOrders.count).toBe(orders.length)
      return [lateOrders.hours, orders.map((one: { id: number }) => one.id)]
    }
    expect(await late()).toEqual([24, [id]])
    await save({ late_hours: 31 })
    expect(await late()).toEqual([31, []])
    expect((await staff(`/orders/${id}`)).data.isLate).toBe(false)
  })

  it('say whether orders are confirmed by themselves', async () => {
    const orders = createOrders(shop.db, createCatalogChanges())
    const id = await order(await shop.product())
    const state = async () => (await staff(`/orders/${id}`)).data.state
    await save({ auto_confirm: false })
    await orders.confirmDue(0)
    expect(await state()).toBe('pending')
    await save({})
    await orders.confirmDue(0)
    expect(await state()).toBe('confirm')
  })

  it.for([
    [{}, 31, 409],
    [{ pay_minutes: 32 }, 31, 200],
    [{ pay_minutes: 5 }, 6, 409],
    // Customers have a day to pay, since they may be asleep when staff confirm the order.
    [{ auto_confirm: false }, 31, 200],
    [{ auto_confirm: false, pay_minutes: 5 }, 6, 409],
  ] as const)('say how long a confirmed order can be paid: %j, after %i minutes', async (row) => {
    const [rules, minutes, status] = row
    const { token } = await shop.customer()
    const body = { orders: [{ Product: await shop.product() }] }
    const [{ id }] = (await shop.call('POST', '/api/user/order', { token, body })).body.data
    await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: admin.token })
    await shop.sql`
      update orders set confirmed_at = now() - make_interval(mins => ${minutes})
      where id = ${id}`
    await save(rules)
    const paid = await shop.call('POST', `/api/user/order/${id}/payment`, { token })
    expect(paid.status).toBe(status)
  })

  it('stay as the environment sets them', async () => {
    const { fixedRules } = readConfig({ AUTO_CONFIRM_AFTER: 'off', UNPAID_EXPIRES_AFTER: '90' })
    expect(fixedRules).toEqual({ auto_confirm: false, pay_minutes: 2 })
    const rules = createShopRules(shop.db, { fixed: fixedRules, announce: async () => {} })
    const wanted = { ...AT_FIRST, low_stock: 7, pay_minutes: 9 }
    const { data, fixed } = await rules.replace({ id: admin.id, sessionId: 1 }, wanted)
    expect(data).toMatchObject({ low_stock: 7, auto_confirm: false, pay_minutes: 2 })
    expect(fixed).toEqual(['auto_confirm', 'pay_minutes'])
    await save(AT_FIRST)
    expect((await staff('/shop-rules')).data).toMatchObject(AT_FIRST)
    await storeRules(shop.db, { fixedRules })
    expect((await staff('/shop-rules')).data.auto_confirm).toBe(false)
  })

  it('close the shop: customers look, and neither order nor pay, in their language', async () => {
    const product = await shop.product()
    const { token } = await shop.customer()
    const headers = { 'accept-language': 'ar' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { orders: [{ Product: product }] }
    const ask = () => shop.call('POST', '/api/user/order', { token, body, headers: key })
    const placed = await ask()
    const [{ id }] = placed.body.data
    await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: admin.token })
    const rows = await shop.sql<{ purchase: number }>`
      select batch_id as purchase from orders where id = ${id}`
    const config = async () => (await shop.call('GET', '/api/config')).body.maintenance
    expect(await config()).toBeNull()

    await save({ is_closed: true })
    expect(await config()).toEqual({
      text: "We aren't taking orders or payments right now. Please come back soon.",
      text_ar: 'لا نستقبل الطلبات ولا المدفوعات في الوقت الحالي. عُد إلينا قريبًا.',
    })
    for (const path of [
      '/api/user/order',
      `/api/user/order/${id}/payment`,
      `/api/user/purchases/${rows[0]?.purchase}/payment`,
    ]) {
      const refused = await shop.call('POST', path, {
        token,
        headers,
        body: path === '/api/user/order' ? body : {},
      })
      expect([refused.status, refused.body.error]).toEqual([409, 'maintenance'])
      expect(refused.body.message).toBe((await config()).text_ar)
    }
    // A repeated request gets its first response again, and staff can still manage orders.
    expect((await ask()).body.data[0].id).toBe(id)
    expect((await shop.call('GET', `/api/products/${product}`)).status).toBe(200)
    const { status } = await shop.call('POST', `/api/admin/orders/${id}/cancel`, admin)
    expect(status).toBe(200)

    await save({ is_closed: true, closed_text: ' Back at <nine> ' })
    expect(await config()).toEqual({ text: 'Back at <nine>', text_ar: 'Back at <nine>' })
    await save({})
    expect(await config()).toBeNull()
    expect(await order(product)).toBeGreaterThan(id)
  })

  it.for([
    { low_stock: 0 },
    { low_stock: 1001 },
    { low_stock: 2.5 },
    { low_stock: null },
    { late_hours: 0 },
    { late_hours: 721 },
    { late_hours: 'x' },
    { is_closed: 'yes' },
    { auto_confirm: null },
    { pay_minutes: 0 },
    { pay_minutes: 10_081 },
    { closed_text: 'x'.repeat(201) },
  ])('refuse %j, and keep what there was', async (wrong) => {
    const { status, body } = await save(wrong)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(Object.keys(wrong))
    expect((await staff('/shop-rules')).data).toMatchObject(AT_FIRST)
  })
})
