import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

const VAT = { country: 'AE', name: 'VAT', name_ar: 'ضريبة القيمة المضافة', percent: 5 }
const SELLER = {
  name: 'Barq LLC',
  name_ar: 'شركة برق',
  address: 'Dubai',
  address_ar: '',
  tax_number: null,
  country: null,
}

type Line = Record<string, string>

describeShop('exports', (shop) => {
  const buying = withBuying(shop)

  async function download(table: string, query: Record<string, string> = {}): Promise<string> {
    const { token } = await shop.admin()
    const reply = await shop.call('GET', `/api/admin/exports/${table}`, { token, query })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${table}.csv"`)
    return reply.text
  }
  const read = async (table: string, query?: Record<string, string>): Promise<Line[]> =>
    parse(await download(table, query), { columns: true, bom: true })

  /** Places, confirms and pays for a purchase of two products. */
  async function buy(person: Person, name: string): Promise<{ ids: number[]; purchase: number }> {
    await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    const orders = [
      { Product: await shop.product({ name, name_ar: 'سماعة', price: 10.5 }), quantity: 1 },
      { Product: await shop.product({ price: 3 }), quantity: 2 },
    ]
    const paid = await buying.paid(person, orders)
    return { ids: paid.map(({ id }) => id), purchase: paid[0]?.purchaseId ?? 0 }
  }

  shop.keepInvariants()

  it('say of a purchase what was bought, paid and refunded', async () => {
    const person = await shop.customer()
    const { ids, purchase } = await buy(person, '=cmd|"/c calc"!A1')
    await buying.refund(ids[1], { units: 1 })

    const [line] = (await read('purchases')).filter((one) => one.Purchase === `${purchase}`)
    expect(line).toMatchObject({
      Customer: person.username,
      Email: person.email,
      Country: 'United Arab Emirates',
      Orders: '2',
      Units: '3',
      'Items ($)': '16.5',
      'Discount ($)': '0',
      'Total ($)': '16.5',
      Payment: 'Online',
      'Paid ($)': '16.5',
      'Refunded ($)': '3',
    })
    const orders = (await read('orders')).filter((one) => one.Purchase === `${purchase}`)
    expect(orders).toMatchObject([
      // Exported as text, so that a spreadsheet does not run it.
      { Order: `${ids[0]}`, Product: `'=cmd|"/c calc"!A1`, 'Total ($)': '10.5', State: 'Paid' },
      { Order: `${ids[1]}`, Units: '2', 'Units refunded': '1', 'Refunded ($)': '3' },
    ])
    const [arabic] = (await read('orders', { lang: 'ar' })).filter(
      (one) => one.الطلب === `${ids[0]}`,
    )
    expect(arabic).toMatchObject({
      الحالة: 'مدفوع',
      المنتج: 'سماعة',
      البلد: 'الإمارات العربية المتحدة',
    })
  })

  it('say of an order refunded in full how many units came back, and who took them', async () => {
    const { ids } = await buy(await shop.customer(), 'Given back')
    await buying.refund(ids[1], { units: 1 })
    await buying.refund(ids[1])

    const [order] = (await read('orders')).filter((one) => one.Order === `${ids[1]}`)
    expect(order).toMatchObject({ State: 'Refunded', 'Units refunded': '2', 'Refunded ($)': '6' })
    const returned = (await read('stock')).filter(
      ({ Order, Reason }) => Order === `${ids[1]}` && Reason === 'Returned',
    )
    expect(returned.map((line) => [line['On hand'], line.Staff !== ''])).toEqual([
      ['1', true],
      ['1', true],
    ])
  })

  it('name a purchase a test as far as play money paid it', async () => {
    const { ids, purchase } = await buy(await shop.customer(), 'Tried first')
    const payment = async () => {
      const [line] = (await read('purchases')).filter((one) => one.Purchase === `${purchase}`)
      return [line?.Payment, line?.['Paid ($)']]
    }
    const areTests = (tests: readonly number[]) =>
      shop.sql`update orders set is_test = id = any(${tests}::bigint[])
        where batch_id = ${purchase}`

    await areTests(ids.slice(0, 1))
    expect(await payment()).toEqual(['Online + Test', '6'])
    await areTests(ids)
    expect(await payment()).toEqual(['Test', '0'])
    await areTests([])
  })

  it('have a line for every row, beyond what is read at once', async () => {
    await shop.products(600, { stock: 3 })
    for (const [table, from] of [
      ['stock', 'stock_ledger'],
      ['orders', 'orders'],
      ['purchases', 'order_batch'],
    ] as const) {
      const count = await shop.value`select count(*) from ${sql.table(from)}`
      expect(await read(table), table).toHaveLength(count)
    }
    const rows = await shop.sql<{ on_hand: number; reserved: number }>`
      select sum(on_hand)::integer as on_hand, sum(reserved)::integer as reserved from product`
    const movements = await read('stock')
    const sumOf = (column: string) => movements.reduce((sum, line) => sum + Number(line[column]), 0)
    expect({
      on_hand: sumOf('On hand'),
      reserved: sumOf('Reserved'),
    }).toEqual(rows[0])
    expect(movements.length).toBeGreaterThan(600)
  })

  it('add up taxes by month and country, credit notes taken off', async () => {
    const admin = await shop.admin()
    const second_currency = { currency: 'KWD', rate: 0.3075, date: '2026-01-27' }
    await shop.as(admin, 'PUT', '/api/admin/tax', { ...SELLER, rates: [VAT], second_currency })
    const before = await read('taxes')
    const { ids } = await buy(await shop.customer(), 'Headphones')
    await buying.refund(ids[0])

    const months = (lines: Line[]) =>
      lines.filter((one) => one.Tax === 'VAT' && one.Country === 'United Arab Emirates')
    expect(months(before)).toEqual([])
    const [line, ...others] = months(await read('taxes'))
    expect(others).toEqual([])
    // After the refund, 6.00 is left, of which 0.29 is 5% tax.
    expect(line).toMatchObject({
      'Month (UTC)': new Date().toISOString().slice(0, 7),
      'Rate (%)': '5',
      Invoices: '1',
      'Credit notes': '1',
      'Total with tax ($)': '6',
    })
    const cents = await shop.value`
      select sum(case when refund_id is null then tax_cents else -tax_cents end)::integer
      from invoice where body -> 'tax' ->> 'name' = 'VAT'`
    expect(Number(line?.['Tax ($)'])).toBe(cents / 100)
    // 6.00 and 0.29, converted at 0.3075; both are sums of the amounts on the invoice and its credit note.
    expect(line).toMatchObject({
      'Second currency': 'KWD',
      'Tax in second currency': '0.089',
      'Total in second currency': '1.845',
    })
  })

  it('have days and times of the time zone of the shop', async () => {
    const { ids } = await buy(await shop.customer(), 'Headphones')
    await shop.sql`update shop_details set time_zone = 'Asia/Dubai'`
    await shop.sql`update orders set created_at = '2026-10-31T20:30:00Z' where id = ${ids[0]}`
    const line = (await read('orders')).find((one) => one.Order === String(ids[0]))
    expect(line?.['Placed (Asia/Dubai)']).toBe('2026-11-01 00:30:00')
    await shop.sql`update shop_details set time_zone = null`
  })

  it('keep taxes without an address in the country that the seller had then', async () => {
    const admin = await shop.admin()
    const sellIn = (country: string) =>
      shop.as(admin, 'PUT', '/api/admin/tax', { ...SELLER, country, rates: [VAT] })
    await sellIn('AE')
    const person = await shop.customer()
    const [order] = await buying.paid(person, [{ Product: await shop.product() }])
    const before = await read('taxes')

    await sellIn('SA')

    expect(await read('taxes')).toEqual(before)
    await buying.refund(order?.id)
    const credits = (lines: Line[]) => lines.map((line) => [line.Country, line['Credit notes']])
    const own = before.findIndex((line) => line.Country === 'United Arab Emirates')
    const after = credits(before).map(([country, notes], at) =>
      at === own ? [country, `${Number(notes) + 1}`] : [country, notes],
    )
    expect(credits(await read('taxes'))).toEqual(after)
  })

  it('limit what was placed to the days that were asked for', async () => {
    const { purchase } = await buy(await shop.customer(), 'Cable')
    const long = '2001-01-01T00:00:00Z'
    const isThere = async (query: Record<string, string>) =>
      (await read('purchases', query)).some((one) => one.Purchase === `${purchase}`)
    expect(await isThere({ from: long })).toBe(true)
    expect(await isThere({ to: long })).toBe(false)
    await shop.sql`update order_batch set created_at = '2001-01-01' where id = ${purchase}`
    expect(await isThere({ from: long, to: '2001-01-02T00:00:00Z' })).toBe(true)
    // The end is exclusive.
    expect(await isThere({ to: long })).toBe(false)
  })

  it('leave out closed accounts, and the password of everybody', async () => {
    const person = await shop.customer({ username: '+Leila' })
    const closed = await shop.customer()
    await shop.sql`
      update app_user set deleted_at = now() where id = ${closed.id}`
    await shop.sql`insert into app_user (username, email, guest) values ('G', 'g@barq.example', true)`
    const text = await download('customers')
    const lines = await read('customers')
    const ids = lines.map((line) => line['Customer ID'])
    const types = new Map(lines.map((line) => [line.Email, line['Customer type']]))
    expect([types.get(person.email), types.get('g@barq.example')]).toEqual(['Account', 'Guest'])
    expect(ids).toContain(`${person.id}`)
    expect(ids).not.toContain(`${closed.id}`)
    expect(text).toContain(",'+Leila,")
    expect(text).not.toMatch(/scrypt|argon/)
  })

  it('refuse tables and times that there are not', async () => {
    const admin = await shop.admin()
    expect((await shop.as(admin, 'GET', '/api/admin/exports/sessions')).status).toBe(404)
    expect((await shop.as(admin, 'GET', '/api/admin/exports/orders?from=yesterday')).status).toBe(
      422,
    )
    expect((await shop.as(admin, 'GET', '/api/admin/exports/orders?lang=fr')).status).toBe(422)
  })
})
