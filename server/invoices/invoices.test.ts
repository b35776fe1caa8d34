/** Invoices: frozen copies, numbered without gaps; taxes, credit notes, and who may read them. */
import { sql } from 'kysely'
import { Tinypool } from 'tinypool'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Invoice, InvoiceHead } from '#contract/invoices.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const PAYMENTS = volume(15, 100)

const SELLER = {
  name: 'Barq LLC',
  name_ar: 'شركة برق',
  address: 'Al Wasl Road 1\nDubai',
  address_ar: '',
  tax_number: '100 123',
  country: null,
}
const VAT = { country: 'AE', name: 'VAT', name_ar: 'ضريبة القيمة المضافة', percent: 5 }

describeShop('invoices', (shop) => {
  const { placed, byStaff, refund, payPurchase: pay } = withBuying(shop)
  const tax = async (rates: object[] = [VAT], seller: object = {}) =>
    shop.as(await shop.admin(), 'PUT', '/api/admin/tax', { ...SELLER, ...seller, rates })

  async function bought(
    person: Person,
    { price = 10, quantity = 1, lines = 1, address = true } = {},
  ): Promise<{ purchaseId: number; ids: number[] }> {
    const products = await shop.products(lines, { price })
    if (address) await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
    const orders = await placed(
      person,
      products.map((Product) => ({ Product, quantity })),
    )
    const ids = orders.map(({ id }) => id)
    for (const id of ids) await byStaff(id, 'confirm')
    return { purchaseId: orders[0]?.purchaseId ?? 0, ids }
  }
  const heads = async (person: Person, purchaseId: number): Promise<InvoiceHead[]> =>
    (await shop.as(person, 'GET', `/api/user/purchases/${purchaseId}`)).body.data.invoices
  async function invoiced(person: Person, options?: Parameters<typeof bought>[1]) {
    const { purchaseId } = await bought(person, options)
    await pay(person, purchaseId)
    return (await heads(person, purchaseId))[0]
  }
  const read = async (person: Person, id: number): Promise<Invoice> =>
    (await shop.as(person, 'GET', `/api/user/invoices/${id}`)).body.data

  shop.keepInvariants()

  it('are written by paying: one for what was paid at once, with the tax it contains', async () => {
    expect((await tax()).status).toBe(200)
    const person = await shop.customer()
    const { purchaseId } = await bought(person, { price: 10.5, quantity: 2, lines: 2 })
    expect(await heads(person, purchaseId)).toEqual([])
    await pay(person, purchaseId)

    const [head, ...others] = await heads(person, purchaseId)
    expect(others).toEqual([])
    expect(head).toMatchObject({ kind: 'invoice', total: 42 })
    expect(head?.number).toMatch(/^20\d\d-\d{6}$/)
    const invoice = await read(person, head?.id ?? 0)
    expect(invoice).toMatchObject({
      purchaseId,
      corrects: null,
      seller: { name: 'Barq LLC', address: ['Al Wasl Road 1', 'Dubai'], tax_number: '100 123' },
      buyer: { email: person.email, address: expect.arrayContaining(['Layla Noor']) },
      delivery: 0,
      tax: { name: 'VAT', percent: 5, amount: 2 },
    })
    expect(invoice.lines.map(({ total, quantity }) => [total, quantity])).toEqual([
      [21, 2],
      [21, 2],
    ])
  })

  it('stay as they are, whatever changes afterwards', async () => {
    await tax([VAT], { country: 'AE' })
    const person = await shop.customer()
    const head = await invoiced(person)
    const before = await read(person, head?.id ?? 0)
    expect(before.seller).toMatchObject({
      address: ['Al Wasl Road 1', 'Dubai', 'United Arab Emirates'],
      address_ar: ['Al Wasl Road 1', 'Dubai', 'الإمارات العربية المتحدة'],
    })

    await tax([{ ...VAT, percent: 15 }], { name: 'Another Ltd' })
    await shop.sql`update product set name = 'Renamed', price_cents = 1`
    await shop.sql`update app_user set username = 'Renamed' where id = ${person.id}`
    await shop.sql`update shop_details set time_zone = 'Asia/Tokyo', name = 'Noor'`
    expect(await read(person, head?.id ?? 0)).toEqual(before)
    const next = await invoiced(person)
    expect(await read(person, next?.id ?? 0)).toMatchObject({
      timeZone: 'Asia/Tokyo',
      shop: { name: 'Noor', name_ar: 'Noor' },
    })
    await shop.sql`update shop_details set time_zone = null, name = null`
    await expect(
      shop.sql`update invoice set total_cents = 1 where id = ${head?.id}`,
    ).rejects.toThrow(/issued/)
    await expect(shop.sql`delete from invoice where id = ${head?.id}`).rejects.toThrow(/issued/)
  })

  it.for([true, false])(
    'have the tax that the quote says, with an address: %s',
    async (address) => {
      await tax([{ ...VAT, percent: 8.25 }], { country: 'AE' })
      for (const price of [0.06, 9.99, 1234.56]) {
        const person = await shop.customer()
        if (address) await shop.as(person, 'POST', '/api/user/addresses', AN_ADDRESS)
        const orders = [{ Product: await shop.product({ price }) }]
        const quoted = (await shop.as(person, 'POST', '/api/user/quote', { orders })).body.data.tax
        const head = await invoiced(person, { price, address })

        expect(quoted).toMatchObject({ name: 'VAT', percent: 8.25 })
        expect((await read(person, head?.id ?? 0)).tax).toEqual(quoted)
      }
    },
  )

  it("are in the export of the customer's data, as they are", async () => {
    const person = await shop.customer()
    const { purchaseId, ids } = await bought(person, { quantity: 2 })
    await pay(person, purchaseId)
    await refund(ids[0] ?? 0, { units: 1 })

    const { invoices } = (await shop.as(person, 'GET', '/api/auth/user/data')).body
    const all = await heads(person, purchaseId)
    expect(invoices).toHaveLength(2)
    expect(invoices).toEqual(await Promise.all(all.map(({ id }) => read(person, id))))
    const other = await shop.customer()
    expect((await shop.as(other, 'GET', '/api/auth/user/data')).body.invoices).toEqual([])
  })

  it('have no tax where none is set for the place', async () => {
    await tax([{ ...VAT, country: 'SA' }])
    const person = await shop.customer()
    const head = await invoiced(person)
    expect((await read(person, head?.id ?? 0)).tax).toBeNull()
  })

  it('are not written for what was paid before there were any', async () => {
    const person = await shop.customer()
    const { purchaseId, ids } = await bought(person, { quantity: 2 })
    await shop.sql`alter table payment disable trigger payment_invoice`
    await pay(person, purchaseId)
    await shop.sql`alter table payment enable trigger payment_invoice`
    await shop.sql`update payment set created_at = now() - interval '1 year' where order_id = ${ids[0]}`
    await shop.sql`update orders set paid_at = now() - interval '1 year',
      created_at = now() - interval '1 year' where id = ${ids[0]}`
    await refund(ids[0] ?? 0, { units: 1, left: 20 })
    expect(await heads(person, purchaseId)).toEqual([])
  })

  it('are read by their customer and the staff only, in both languages as PDF', async () => {
    const [person, stranger] = [await shop.customer(), await shop.customer()]
    const admin = await shop.admin()
    const head = await invoiced(person)
    const path = `invoices/${head?.id}`

    for (const suffix of ['', '/pdf']) {
      expect((await shop.as(stranger, 'GET', `/api/user/${path}${suffix}`)).status).toBe(404)
      expect((await shop.as(person, 'GET', `/api/admin/${path}${suffix}`)).status).toBe(403)
      expect((await shop.as(admin, 'GET', `/api/admin/${path}${suffix}`)).status).toBe(200)
    }
    for (const lang of ['en', 'ar']) {
      const pdf = await shop.as(person, 'GET', `/api/user/${path}/pdf?lang=${lang}`)
      expect(pdf.headers['content-type']).toBe('application/pdf')
      expect(pdf.text.slice(0, 5)).toBe('%PDF-')
    }
    const list = await shop.as(admin, 'GET', '/api/admin/invoices')
    expect(list.body.invoices[0]).toMatchObject({ id: head?.id, customer: { id: person.id } })
    const listed = async (query: Record<string, string>) => {
      const answer = await shop.call('GET', '/api/admin/invoices', { token: admin.token, query })
      return answer.body.invoices.map(({ id }: { id: number }) => id)
    }
    const order = String(list.body.invoices[0].order)
    const { username, email } = person
    for (const search of [`Invoice ${head?.number}`, `#${order}`, username, email]) {
      expect(await listed({ search, kind: 'invoice' }), search).toEqual([head?.id])
      expect(await listed({ search, kind: 'credit_note' }), search).toEqual([])
    }
    for (const search of ['2020-000001', '999999999', 'nobody of that name']) {
      expect(await listed({ search }), search).toEqual([])
    }
    expect(await listed({ order })).toEqual([head?.id])
    expect(await listed({ order: '999999999' })).toEqual([])
    const csv = await shop.as(admin, 'GET', '/api/admin/invoices/export')
    expect(csv.text).toContain(`\r\n${head?.number},invoice,`)
  })

  it('are listed with the order that a credit note refunds, or the first that an invoice has', async () => {
    const [person, admin] = [await shop.customer(), await shop.admin()]
    const { purchaseId, ids } = await bought(person, { lines: 3 })
    const [first = 0, second, third = 0] = ids
    await byStaff(first, 'cancel')
    await pay(person, purchaseId)
    await refund(third, { amount: 2.5 })
    const { body } = await shop.as(admin, 'GET', `/api/admin/invoices?order=${first}`)
    expect(body.invoices).toMatchObject([
      { kind: 'credit_note', order: third },
      { kind: 'invoice', order: second },
    ])
  })

  it('are drawn once, in a thread, and not sent again to who has them', async () => {
    const [person, admin] = [await shop.customer(), await shop.admin()]
    const head = await invoiced(person)
    const path = `/api/user/invoices/${head?.id}/pdf`
    const read = (headers = {}) => shop.call('GET', path, { token: person.token, headers })
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => read()))
    const etag = String(first?.headers.etag)

    // A second server, with its own cache, renders a byte-identical PDF.
    const other = await shop.anotherApp()
    const again = await other.inject({
      url: path,
      headers: { authorization: `Bearer ${person.token}` },
    })
    await other.close()
    const known = await read({ 'if-none-match': etag })
    const ofStaff = await shop.call('GET', path.replace('user', 'admin'), { token: admin.token })

    expect(new Set([...others, ofStaff, again].map(({ headers }) => headers.etag))).toEqual(
      new Set([etag]),
    )
    expect([known.status, known.text]).toEqual([304, ''])
    expect(first?.headers['cache-control']).toBe('private, no-cache')
  })

  it('keep a few places for everybody: who asks for many at once is refused', async () => {
    const [person, other] = [await shop.customer(), await shop.customer()]
    const ids = []
    for (const buyer of [...Array.from({ length: 8 }, () => person), other]) {
      ids.push((await invoiced(buyer))?.id)
    }
    // Nothing is drawn before three are refused, or a busy machine would draw one before the last is requested.
    const mayDraw = Promise.withResolvers<void>()
    const { run } = Tinypool.prototype
    const spy = vi.spyOn(Tinypool.prototype, 'run')
    spy.mockImplementation(async function (this: Tinypool, ...args) {
      await mayDraw.promise
      return run.apply(this, args)
    })
    onTestFinished(() => spy.mockRestore())
    let refused = 0
    const read = async ({ token }: Person, id = 0, address = '192.0.2.1') => {
      const { status } = await shop.call('GET', `/api/user/invoices/${id}/pdf`, { token, address })
      if (status === 429 && ++refused === 3) mayDraw.resolve()
      return status
    }

    const mine = ids.slice(0, 8).map((id) => read(person, id))
    const theirs = read(other, ids[8], '192.0.2.2')

    expect((await Promise.all(mine)).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(await theirs).toBe(200)
  })

  it('of test orders say so, have numbers of their own, and are in no figure', async () => {
    const app = await shop.anotherApp({}, { marksTestOrders: true })
    const [person, admin] = [await shop.customer(), await shop.admin()]
    const { purchaseId, ids } = await bought(person, { price: 20, quantity: 2 })
    const of = async (path: string) => (await shop.as(admin, 'GET', path)).body
    const spent = async () => (await of(`/api/admin/customers/${person.id}`)).data.spend
    const figures = async () => {
      const { sales } = await of('/api/admin/dashboard?days=7')
      const { text } = await shop.as(admin, 'GET', '/api/admin/exports/taxes')
      const { text: invoices } = await shop.as(admin, 'GET', '/api/admin/invoices/export')
      return [sales.revenue, sales.paid, sales.units, text, invoices, await spent()]
    }
    const before = await figures()
    const { counts } = await of('/api/admin/orders/counts')
    const paid = await app.inject({
      method: 'POST',
      url: `/api/user/purchases/${purchaseId}/payment`,
      headers: { authorization: `Bearer ${person.token}` },
    })
    await app.close()
    await refund(ids[0] ?? 0, { units: 1 })

    expect(paid.statusCode).toBe(200)
    const [invoice, note] = await heads(person, purchaseId)
    expect(invoice?.number).toMatch(/^TEST-20\d\d-000001$/)
    expect(note).toMatchObject({ kind: 'credit_note', number: expect.stringMatching(/^TEST-/) })
    expect(await read(person, invoice?.id ?? 0)).toMatchObject({ isTest: true, total: 40 })
    expect((await of(`/api/admin/orders/${ids[0]}`)).data.isTest).toBe(true)
    expect(await figures()).toEqual(before)
    const { text } = await shop.as(admin, 'GET', '/api/admin/exports/orders')
    expect(text).toMatch(new RegExp(`^${ids[0]},.*,Paid,Test,.*,40,0,0,0,`, 'm'))

    await refund(ids[0] ?? 0, {})
    expect(await figures()).toEqual(before)
    const after = (await of('/api/admin/orders/counts')).counts
    expect(after).toMatchObject({
      total: counts.total,
      complete: counts.complete,
      unpaid: counts.unpaid - 1,
      canceled: counts.canceled + 1,
      refunded: counts.refunded + 1,
    })
  })

  it('state the tax in a second currency, at the rate of the day they were issued', async () => {
    const [admin, person] = [await shop.admin(), await shop.customer()]
    const dirhams = (rate: number) => ({ currency: 'AED', rate, date: '2026-01-27' })
    const of = async ({ purchaseId }: { purchaseId: number }) =>
      Promise.all((await heads(person, purchaseId)).map(({ id }) => read(person, id)))
    await tax()
    const without = await bought(person, { quantity: 2 })
    await pay(person, without.purchaseId)
    const set = await tax([VAT], { second_currency: dirhams(3.6725) })
    expect(set.body.data.second_currency).toEqual(dirhams(3.6725))
    const withIt = await bought(person, { price: 10.5, quantity: 2 })
    await pay(person, withIt.purchaseId)

    // An older client omits the second currency, which must not remove it.
    expect((await tax()).body.data.second_currency).toEqual(dirhams(3.6725))
    await tax([VAT], { second_currency: { currency: 'JPY', rate: 155.5, date: '2026-01-28' } })
    for (const { ids } of [without, withIt]) await refund(ids[0] ?? 0, { units: 1 })
    expect((await of(without)).map((one) => one.second_currency)).toEqual([null, null])
    // The invoice has a tax of 1.00 in a total of 21.00. Its credit note has half of each, converted at the invoice's
    // rate instead of the current one.
    const stated = { ...dirhams(3.6725), digits: 2 }
    expect((await of(withIt)).map((one) => one.second_currency)).toEqual([
      { ...stated, tax: 3.67, total: 77.12 },
      { ...stated, tax: 1.84, total: 38.56 },
    ])
    const yen = await invoiced(person, { price: 21 })
    expect((await read(person, yen?.id ?? 0)).second_currency).toMatchObject({
      currency: 'JPY',
      digits: 0,
      tax: 156,
      total: 3266,
    })
    const { text } = await shop.as(admin, 'GET', '/api/admin/invoices/export')
    expect(text).toMatch(
      /,credit_note,.*,-10\.5,-0\.5,.*,AED,3\.6725,2026-01-27,-1\.84,-38\.56\r\n/,
    )
    await tax([])
    const untaxed = await invoiced(person)
    expect((await read(person, untaxed?.id ?? 0)).second_currency).toBeNull()
    await tax([VAT], { second_currency: null })
    const later = await invoiced(person)
    expect((await read(person, later?.id ?? 0)).second_currency).toBeNull()

    const { body } = await shop.as(admin, 'GET', '/api/admin/audit?entity=tax')
    expect(body.entries[0]).toMatchObject({
      before: { second_currency: { currency: 'JPY', rate: 155.5 } },
      after: { second_currency: null },
    })
    for (const [field, message] of [
      [{ currency: 'USD' }, "Choose a currency other than the shop's."],
      [{ currency: 'XXX' }, "Currency isn't valid."],
      [{ rate: 0 }, 'Rate must be at least 0.000001.'],
      [{ rate: 3.6725001 }, 'Rate can have at most six decimal places.'],
      [{ date: '2999-01-01' }, "The exchange rate date can't be in the future."],
      [{ date: '2026-02-30' }, "Date isn't a valid date."],
    ] as const) {
      const refused = await tax([VAT], { second_currency: { ...dirhams(1), ...field } })
      expect([refused.status, refused.body.errors?.second_currency]).toEqual([
        422,
        expect.arrayContaining([message]),
      ])
    }
  })

  it('name a country once, and countries that there are', async () => {
    expect((await tax([VAT, VAT])).body.errors.rates[0]).toMatch(/one tax rate/)
    expect((await tax([{ ...VAT, country: 'XX' }])).status).toBe(422)
    expect((await tax([{ ...VAT, percent: 5.001 }])).status).toBe(422)
  })
})

describeShop('numbers of invoices', (shop) => {
  it('have no gap after many payments at once, some of which are rolled back', async () => {
    const { placed, byStaff, pay } = withBuying(shop)
    const last = await shop.value`
        select coalesce(max(last), 0) from invoice_series where series = 'invoice'`
    // Each payment is for a different product: payments for the same product would wait for the product, not for an
    // invoice number.
    const products = await shop.products(PAYMENTS)
    const people = await shop.customers(PAYMENTS)
    const ids = await Promise.all(
      people.map(async (person, index) => {
        const [order] = await placed(person, [{ Product: products[index] }])
        await byStaff(order?.id, 'confirm')
        return order?.id ?? 0
      }),
    )
    const failing = new Set(ids.filter((_, index) => index % 5 === 0))
    await shop.sql`
        create function fail_late() returns trigger language plpgsql as $$
        begin raise exception 'rolled back at the end'; end $$`
    await shop.sql`
        create constraint trigger zz_fail_late after update on payment deferrable initially deferred
        for each row when (new.state = 'captured' and new.order_id % 5 = ${sql.lit([...failing][0] ?? 0)} % 5)
        execute function fail_late()`
    const replies = await Promise.all(people.map((person, index) => pay(person, ids[index])))
    await shop.sql`drop trigger zz_fail_late on payment`
    await shop.sql`drop function fail_late`

    const paid = replies.filter(({ status }) => status === 200).length
    expect(paid).toBeGreaterThan(0)
    expect(paid).toBeLessThan(PAYMENTS)
    const rows = await shop.sql<{ number: number; issued: Date }>`
        select number, issued_at as issued from invoice where series = 'invoice'
        order by number`
    const numbers = rows.map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: paid }, (_, n) => n + 1 + last))
    const times = rows.map(({ issued }) => issued.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('begin at 1 with each year of the shop, invoices and credit notes apart', async () => {
    const rolledBack = new Error('rolled back')
    const taken: unknown[] = []
    await inTransaction(shop.db, async (tx) => {
      for (const [series, at] of [
        ['invoice', '2031-12-31T23:59:58Z'],
        ['credit', '2031-12-31T23:59:59Z'],
        ['invoice', '2031-12-31T23:59:59.999999Z'],
        ['invoice', '2032-01-01T00:00:00Z'],
        ['credit', '2032-01-01T03:59:59+04:00'],
        ['credit', '2032-01-01T04:00:00+04:00'],
        ['invoice', '2032-01-01T00:00:01Z'],
      ] as const) {
        const { rows } = await sql<{ of_year: number; number: number }>`
            select of_year, number from take_invoice_number(${series}, ${at}::timestamptz)`.execute(
          tx,
        )
        taken.push([series, rows[0]?.of_year, rows[0]?.number])
      }
      throw rolledBack
    }).catch((error: unknown) => {
      if (error !== rolledBack) throw error
    })

    expect(taken).toEqual([
      ['invoice', 2031, 1],
      ['credit', 2031, 1],
      ['invoice', 2031, 2],
      ['invoice', 2032, 1],
      ['credit', 2031, 2],
      ['credit', 2032, 1],
      ['invoice', 2032, 2],
    ])
  })

  it('are of the moment in which they are taken, however long the payment took', async () => {
    const { issued, began } = await inTransaction(shop.db, async (tx) => {
      await sql`select pg_sleep(0.05)`.execute(tx)
      const { rows } = await sql<{ issued: Date; began: Date }>`
          select issued, now() as began from take_invoice_number('demo', null)`.execute(tx)
      const [row] = rows
      if (!row) throw new Error('no number')
      return row
    })

    expect(issued.getTime()).toBeGreaterThanOrEqual(began.getTime() + 50)
  })
})
