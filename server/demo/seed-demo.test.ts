import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { orderTab } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { readConfig } from '../config.ts'
import { DEMO_ADMIN, DEMO_CUSTOMER, DEMO_PASSWORD } from './demo-accounts.ts'
import { readDemoCatalog } from './demo-catalog.ts'
import { firstStart } from './first-start.ts'
import { seedDemo } from './seed-demo.ts'

describeShop('a demo shop', (shop) => {
  const signIn = async (email: string) => {
    const { body } = await shop.call('POST', '/api/auth/login', {
      body: { email, password: DEMO_PASSWORD },
    })
    return body
  }

  it('is filled once by the first start, which prints its accounts, and keeps every equation', async () => {
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const { demo, notes } = await firstStart(readConfig({}), shop.db)
    const printed = print.mock.calls.join()
    print.mockRestore()

    expect(printed).toContain('Filling the empty shop')
    expect(demo).toBe(true)
    expect(notes[0]).toContain('filled with demo data')
    expect(notes.join('\n')).toContain(DEMO_CUSTOMER)
    expect(await seedDemo(shop.db)).toBe(false)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('offers two shipping methods, cash, and prices that contain a tax, which invoices state', async () => {
    const { access_token: token } = await signIn(DEMO_CUSTOMER)
    const { body } = await shop.call('POST', '/api/user/quote', {
      token,
      body: { orders: [{ Product: 1 }] },
    })
    const rows = await shop.sql`
      select body -> 'seller' as seller from invoice where tax_cents > 0 limit 1`

    expect(body.data).toMatchObject({
      deliveries: [{ fee: 0 }, { fee: 15 }],
      payments: ['online', 'cash'],
      tax: { name: 'VAT', percent: 5 },
    })
    expect(rows).toMatchObject([{ seller: { tax_number: '100000000000003', country: 'AE' } }])
  })

  it('says of its categories what the catalog gives', async () => {
    const { categories } = await readDemoCatalog()
    const { body } = await shop.call('GET', '/api/')

    expect(body.categories).toMatchObject(
      categories.map(({ tagline }) => ({ tagline: tagline.en, tagline_ar: tagline.ar })),
    )
  })

  it('has as many units left as the catalog gives', async () => {
    const { products } = await readDemoCatalog()
    const rows = await shop.sql<{ sku: string; left: number }>`
      select sku, on_hand - reserved as left from product`

    expect(new Map(rows.map(({ sku, left }) => [sku, left]))).toEqual(
      new Map(products.map(({ sku, stock }) => [sku, stock])),
    )
  })

  it('lets its two accounts in and nobody else', async () => {
    expect((await signIn(DEMO_CUSTOMER)).account_type).toBe('customer')
    expect((await signIn(DEMO_ADMIN)).account_type).toBe('admin')
    const rows = await shop.sql`
      select from app_user where password_hash is not null or not demo`
    expect(rows).toHaveLength(2)
  })

  it('shows the demo customer orders under every tab and a cart with two unread lines', async () => {
    const { access_token: token } = await signIn(DEMO_CUSTOMER)
    const orders = (await shop.call('GET', '/api/user/order', { token })).body.data as Order[]
    const { Carts } = (await shop.call('GET', '/api/user/cart', { token })).body

    expect(new Set(orders.map(orderTab))).toEqual(new Set(['processing', 'shipped', 'delivered']))
    expect(Carts.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, false, true])
  })

  it('has an address for every order, and a parcel for all that was sent', async () => {
    const rows = await shop.sql<{
      orders: number
      addressed: number
      sent: number
      tracked: number
    }>`
      select count(*) as orders, count(delivery_address) as addressed, count(sent_at) as sent,
        count(tracking_number) filter (where parcel_id is not null) as tracked,
        count(*) filter (where delivered_at is not null and sent_at is null) as unsent
      from orders`
    const [counts] = rows

    expect(counts?.addressed).toBe(counts?.orders)
    expect(counts?.sent).toBeGreaterThan(2_000)
    expect(counts).toMatchObject({ tracked: counts?.sent, unsent: 0 })
  })

  it('has a coupon that was used, a part that went back, and an order for cash', async () => {
    const rows = await shop.sql<Record<string, unknown>>`
      select (select jsonb_build_array(code, uses) from coupon) as coupon,
        (select jsonb_build_array(coupon ->> 'code', discount_cents > 0) from order_batch
          where coupon_id is not null) as discounted,
        (select jsonb_build_array(is_part, reason is not null) from refund where is_part) as refund,
        (select count(*) from invoice where refund_id is not null) as credit_notes,
        (select array_agg(state) from orders where payment = 'cash') as in_cash`

    expect(rows[0]).toEqual({
      coupon: ['WELCOME10', 1],
      discounted: ['WELCOME10', true],
      refund: [true, true],
      credit_notes: 1,
      in_cash: ['confirm'],
    })
  })

  it('names every seller in both languages', async () => {
    const { brands } = await readDemoCatalog()
    const rows = await shop.sql<{ seller: string; seller_ar: string }>`
      select distinct seller, seller_ar from product`

    expect(new Map(rows.map(({ seller, seller_ar }) => [seller, seller_ar]))).toEqual(
      new Map(brands.map(({ brand, name }) => [brand, name.ar])),
    )
  })

  it('marks all its data as demo', async () => {
    for (const table of ['app_user', 'product', 'orders', 'payment', 'slide', 'partner']) {
      const rows = await shop.sql`
        select from ${sql.table(table)} where not demo limit 1`
      expect(rows, table).toHaveLength(0)
    }
  })

  it('has storefront content with every slide and brand of the catalog', async () => {
    const { carousel, brands } = await readDemoCatalog()
    const { status, body } = await shop.call('GET', '/api/shop-window')

    expect(status).toBe(200)
    expect(body.slides).toHaveLength(carousel.length)
    expect(body.slides[0]).toMatchObject({
      title: carousel[0]?.title.en,
      title_ar: carousel[0]?.title.ar,
      link: carousel[0]?.link,
      picture: '/media/slide-phones/800.webp',
      alt: carousel[0]?.picture.alt.en,
    })
    expect(body.partners).toHaveLength(brands.length)
    expect(body.partners[0]).toEqual({
      id: expect.any(Number),
      name: brands[0]?.name.en,
      name_ar: brands[0]?.name.ar,
      logo: '/media/brands/orvane.svg',
      logo_ratio: 220 / 64,
      link: null,
    })
    expect((await shop.call('GET', body.partners[0].logo)).status).toBe(200)
    expect((await shop.call('GET', body.slides[0].picture)).status).toBe(200)
  })
})
