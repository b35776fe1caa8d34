import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, expect, it } from 'vitest'
import { currencyOf } from '#contract/currencies.ts'
import { fromCents, setCurrency, shopCurrency, USD } from '#contract/money.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverOrderMails } from '#tests/kit/mails.ts'
import { CAN_MAIL, describeShop, type Shop } from '#tests/kit/shop.ts'
import { readConfig } from '../config.ts'
import { loadCurrency, storeCurrency } from './currency.ts'

/**
 * Opens the form of the shop details.
 * @returns a function that saves the form with a different currency.
 */
const openDetails = async (shop: Shop) => {
  const { token } = await shop.admin()
  const { data } = (await shop.call('GET', '/api/admin/shop-details', { token })).body
  return (currency: string | null) =>
    shop.call('PUT', '/api/admin/shop-details', { token, body: { ...data, currency } })
}
const choose = async (shop: Shop, currency: string | null) => (await openDetails(shop))(currency)

/** Tables that have rows only once there are orders, when the currency can no longer change. */
const OF_ORDERS = [
  'order_batch',
  'orders',
  'payment',
  'refund',
  'invoice',
  'payment_difference',
  'sales_by_product',
  'sales_by_day',
  'sales_window',
  'customer_sales',
]

describeShop('a currency', (shop) => {
  const stored = async (id: number) => {
    const rows = await shop.sql`
      select price_cents as price, compare_at_cents as was from product where id = ${id}`
    return rows[0]
  }

  afterEach(async () => {
    await shop.sql`delete from orders`.catch(() => {})
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })
  afterAll(() => setCurrency(USD))

  it('is that of all amounts that exist before the first order', async () => {
    const rows = await shop.sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
        and c.column_name like '%\\_cents' and c.table_name <> all(${OF_ORDERS}) order by 1`
    expect(rows.map(({ name }) => name)).toEqual([
      'cart_item.added_cents',
      'cash_on_delivery.max_cents',
      'coupon.amount_cents',
      'coupon.least_cents',
      'price_history.price_cents',
      'product.compare_at_cents',
      'product.price_cents',
      'product.prior_cents',
      'product_search.price_cents',
      'shipping_method.fee_cents',
      'shipping_method.free_from_cents',
    ])
  })

  it('that is chosen keeps the numbers of amounts, and the page has it at once', async () => {
    const id = await shop.product({ price: 99.99, compareAtPrice: 120, name: 'Kept' })
    const small = await shop.product({ price: 0.3, compareAtPrice: 0.4 })
    for (const [code, price, was] of [
      ['EUR', 9999, 12000],
      ['KWD', 99990, 120000],
      ['JPY', 100, 120],
      [null, 10000, 12000],
    ] as const) {
      expect((await choose(shop, code)).status).toBe(200)
      expect(await stored(id)).toEqual({ price, was })
      const { digits } = shopCurrency()
      expect((await shop.call('GET', '/api/config')).body).toMatchObject({
        currency: code ?? 'USD',
        currencyDigits: digits,
      })
      const query = { search: 'Kept', minPrice: String(fromCents(price)) }
      const { body } = await shop.call('GET', '/api/products', { query })
      expect(body.products).toMatchObject([{ id, price: fromCents(price) }])
    }
    // A price stays above zero, and a compare-at price that is no longer higher is removed.
    expect(await stored(small)).toEqual({ price: 100, was: null })
    await shop.sql`delete from product where id = any(${[id, small]})`.catch(() => {})
  })

  it('has as many decimals as an amount may have, and a highest price', async () => {
    const { token } = await shop.admin()
    const id = await shop.product({ price: 5 })
    const save = async (price: number) => {
      const { version } = (await shop.call('GET', `/api/admin/products/${id}`, { token })).body.data
      const body = { changes: [{ id, version, price }] }
      return (await shop.call('POST', '/api/admin/products/changes', { token, body })).body
    }
    await choose(shop, 'JPY')
    expect((await save(5.5)).errors).toEqual({ price: ['Price must be a whole number.'] })
    await choose(shop, 'KWD')
    expect((await save(1.2345)).errors).toEqual({
      price: ['Price can have at most three decimal places.'],
    })
    expect((await save(100_000.001)).errors).toEqual({
      price: ['Price must be at most 100000.'],
    })
    await choose(shop, null)
    const high = await shop.product({ price: 200_000 })
    const refused = await choose(shop, 'KWD')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Some amounts are too high for this currency. Lower them first.',
    ])
    await shop.sql`update product set price_cents = 1 where id = ${high}`
  })

  it('is another one neither while products are imported, nor for a form that is out of date', async () => {
    const outOfDate = await openDetails(shop)
    expect((await choose(shop, 'EUR')).status).toBe(200)
    const rows = await shop.sql<{ id: number }>`
      insert into import_job (actor_id, total)
      select id, 1 from app_user limit 1 returning id`
    expect((await choose(shop, 'KWD')).body.message).toBe(
      'An import is already running. Wait until it finishes.',
    )
    expect((await outOfDate('USD')).body.error).toBe('edited_meanwhile')
    await shop.sql`delete from import_job where id = ${rows[0]?.id}`
    expect((await choose(shop, null)).status).toBe(200)
  })

  it('is another one than the second one of invoices, whichever of both is set first', async () => {
    const { token } = await shop.admin()
    const setSecond = async (currency: string | null) => {
      const { data } = (await shop.call('GET', '/api/admin/tax', { token })).body
      const second_currency = currency && { currency, rate: 3.6725, date: '2026-11-27' }
      return shop.call('PUT', '/api/admin/tax', { token, body: { ...data, second_currency } })
    }
    expect((await choose(shop, 'AED')).status).toBe(200)
    expect((await setSecond('AED')).body.errors).toEqual({
      second_currency: ["Choose a currency other than the shop's."],
    })
    await choose(shop, null)
    const [set, chosen] = await Promise.all([setSecond('AED'), choose(shop, 'AED')])
    // The later of the two changes is rejected.
    expect([set.status, chosen.status].sort()).toEqual(set.status === 200 ? [200, 409] : [200, 422])
    await choose(shop, null)
    expect((await setSecond('AED')).status).toBe(200)
    expect((await choose(shop, 'EUR')).body.message).toBe(
      "The currency can't be changed while invoices have a second currency, because its rate is based on the shop's currency. Remove the second currency first.",
    )
    // As at startup, before the stored currency is loaded.
    setCurrency(currencyOf('EUR'))
    await expect(storeCurrency(shop.db, readConfig({ CURRENCY: 'AED' }))).rejects.toThrow(
      "CURRENCY cannot be AED: the shop's currency is USD,",
    )
    await loadCurrency(shop.db.run)
    expect((await setSecond(null)).status).toBe(200)
  })

  it('that is new has no prior prices, with as many decimals too', async () => {
    const id = await shop.product({ price: 10 })
    await shop.sql`update product set price_cents = 900, compare_at_cents = 1000 where id = ${id}`
    expect((await choose(shop, 'EUR')).status).toBe(200)
    const rows = await shop.sql`
      select price_history.price_cents as cents, prior_cents from price_history
      join product on product.id = product_id where product_id = ${id}`
    expect(rows).toEqual([{ cents: 900, prior_cents: null }])
    await choose(shop, null)
  })

  it('that two of the staff choose at once is one of the two, with its amounts', async () => {
    const id = await shop.product({ price: 10 })
    const [one, other] = [await openDetails(shop), await openDetails(shop)]
    const both = await Promise.all([one('JPY'), other('KWD')])
    // Both forms were opened before either was saved, so the one saved second is out of date.
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { currencyDigits } = (await shop.call('GET', '/api/config')).body
    expect(await stored(id)).toEqual({ price: 10 * 10 ** currencyDigits, was: null })
    await choose(shop, null)
  })

  it('of the environment is stored at the start', async () => {
    await storeCurrency(shop.db, readConfig({ CURRENCY: 'EUR' }))
    await loadCurrency(shop.db.run)
    expect(shopCurrency().code).toBe('EUR')
    expect(() => readConfig({ CURRENCY: 'DOLLARS' })).toThrow(/CURRENCY must be one of AED/)
    await choose(shop, null)
  })

  it('changes before the first orders or after them, whichever come at once', async () => {
    const Product = await shop.product({ price: 10, stock: 1000 })
    const buyers = await shop.customers(20)
    const order = ({ token }: { token: string }) =>
      shop.call('POST', '/api/user/order', { token, body: { orders: [{ Product }], total: 10 } })

    const [change, ...answers] = await Promise.all([choose(shop, 'KWD'), ...buyers.map(order)])

    const rows = await shop.sql`select distinct unit_price_cents as cents from orders`
    expect(rows).toEqual([{ cents: change.status === 200 ? 10_000 : 1000 }])
    // Buyers who ordered after the change sent their total in the former currency.
    for (const { body } of answers) expect([undefined, 'price_changed']).toContain(body.error)
    expect(await choose(shop, 'AED')).toMatchObject({
      status: 409,
      body: { message: "The currency can't be changed once there are orders." },
    })
    await expect(storeCurrency(shop.db, readConfig({ CURRENCY: 'AED' }))).rejects.toThrow(
      /CURRENCY cannot be AED/,
    )
    expect((await choose(shop, shopCurrency().code)).status).toBe(200)
  })
})

describeShop(
  'a purchase in a currency with three decimals',
  (shop) => {
    afterAll(() => setCurrency(USD))

    it('has it in its quote, invoice, email and export', async () => {
      expect((await choose(shop, 'KWD')).status).toBe(200)
      const staff = await shop.admin()
      const person = await shop.customer({ username: 'Sara' })
      await shop.sql`update app_user set email_confirmed_at = now()`
      const call = ({ token }: { token: string }, method: string, path: string, body?: object) =>
        shop.call(method, path, { token, body })
      const rates = [{ country: 'AE', name: 'VAT', name_ar: 'ضريبة', percent: 5 }]
      const seller = { name: 'Barq', name_ar: 'برق', address: 'Dubai', address_ar: '' }
      const tax = { ...seller, tax_number: null, country: null, rates }
      expect((await call(staff, 'PUT', '/api/admin/tax', tax)).status).toBe(200)
      await call(person, 'POST', '/api/user/addresses', AN_ADDRESS)
      const orders = [{ Product: await shop.product({ price: 12.345 }), quantity: 3 }]

      const quote = await call(person, 'POST', '/api/user/quote', { orders })
      expect(quote.body.data).toMatchObject({ items: 37.035, total: 37.035 })
      const placed = await call(person, 'POST', '/api/user/order', { orders, total: 37.035 })
      expect(placed.body.data).toMatchObject([{ total: 37.035 }])
      const [{ id, purchaseId }] = placed.body.data
      await call(staff, 'POST', `/api/admin/orders/${id}/confirm`)
      await call(person, 'POST', `/api/user/purchases/${purchaseId}/payment`)

      const { sent } = await deliverOrderMails(shop)
      const texts = sent.filter(({ to }) => to === person.email).map(({ text }) => text)
      expect(texts.join()).toContain('KWD\u00a037.035')
      const [head] = (await call(person, 'GET', `/api/user/purchases/${purchaseId}`)).body.data
        .invoices
      const invoice = (await call(person, 'GET', `/api/user/invoices/${head.id}`)).body.data
      expect(invoice).toMatchObject({ total: 37.035, net: 35.271, tax: { amount: 1.764 } })
      const pdf = await call(person, 'GET', `/api/user/invoices/${head.id}/pdf`)
      expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
      const csv = (await call(staff, 'GET', '/api/admin/exports/purchases')).text
      expect(parse(csv, { columns: true, bom: true })).toMatchObject([
        { 'Total (KWD)': '37.035', 'Paid (KWD)': '37.035' },
      ])
      const part = { goodsBack: false, amount: 0.0005 }
      const refund = await call(staff, 'POST', `/api/admin/orders/${id}/refund`, part)
      expect(refund.body.errors).toEqual({
        amount: ['Amount can have at most three decimal places.'],
      })
      const much = { goodsBack: false, amount: 40 }
      const refused = await call(staff, 'POST', `/api/admin/orders/${id}/refund`, much)
      expect(refused.body.errors.amount[0]).toContain('KWD\u00a037.035')
      expect(await checkInvariants(shop.db.run)).toEqual([])
    })
  },
  CAN_MAIL,
)
