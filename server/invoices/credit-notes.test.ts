/** Credit notes as an accountant reads them: each line multiplies, and the taxes add up. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Invoice, InvoiceHead } from '#contract/invoices.ts'
import { toCents } from '#contract/money.ts'
import { centsOfUnits } from '#contract/refund-share.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverOrderMails } from '#tests/kit/mails.ts'
import { CAN_MAIL, describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { writeInvoicePdf } from './pdf/invoice-pdf.ts'

describeShop(
  'credit notes',
  (shop) => {
    let admin: Person
    let sara: Person

    beforeAll(async () => {
      ;[admin, sara] = [await shop.admin(), await shop.customer({ username: 'Sara' })]
      await sql`update app_user set email_confirmed_at = now()`.execute(shop.db.run)
      await sql`insert into coupon (code, kind, percent) values ('SEVEN', 'percent', 7),
        ('THIRD', 'percent', 33)`.execute(shop.db.run)
      await call(admin, 'PUT', '/api/admin/tax', {
        ...{ name: 'Barq LLC', name_ar: 'شركة برق', address: '', address_ar: '' },
        ...{ tax_number: null, country: 'AE' },
        rates: [{ country: 'AE', name: 'VAT', name_ar: 'ضريبة القيمة المضافة', percent: 5 }],
      })
    })
    afterEach(async () => {
      expect(await checkInvariants(shop.db.run)).toEqual([])
    })

    const call = ({ token }: Person, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      shop.call(method, path, { token, ...(body && { body }) })
    const refund = (id: number, body: object) =>
      call(admin, 'POST', `/api/admin/orders/${id}/refund`, { goodsBack: true, ...body })

    async function paid(price: number, quantity: number, coupon?: string) {
      const product = await shop.product({ price, stock: 20 })
      const { body } = await call(sara, 'POST', '/api/user/order', {
        orders: [{ Product: product, quantity }],
        ...(coupon && { coupon }),
      })
      const [{ id, purchaseId }] = body.data
      await call(admin, 'POST', `/api/admin/orders/${id}/confirm`)
      await call(sara, 'POST', `/api/user/order/${id}/payment`)
      return { id, purchaseId }
    }

    async function read(purchaseId: number): Promise<Invoice[]> {
      const { body } = await call(sara, 'GET', `/api/user/purchases/${purchaseId}`)
      const heads: InvoiceHead[] = body.data.invoices
      const found = heads.map(({ id }) => call(sara, 'GET', `/api/user/invoices/${id}`))
      return (await Promise.all(found)).map((reply) => reply.body.data)
    }

    /** Quantity, price, discount, what went back before, amount. */
    const lineOf = ({ lines: [line] }: Invoice) =>
      line && [line.quantity, line.price, line.discount, line.refundedBefore, line.total]

    it('of discounted goods multiply', async () => {
      const { id, purchaseId } = await paid(0.99, 7, 'SEVEN')
      await refund(id, { units: 2 })
      await refund(id, { amount: 0.5 })
      await refund(id, {})

      const [invoice, ...notes] = await read(purchaseId)
      expect(invoice && lineOf(invoice)).toEqual([7, 0.99, 0.49, 0, 6.44])
      expect(notes.map(lineOf)).toEqual([
        [2, 0.99, 0.14, 0, 1.84],
        [0, 0.99, 0, 0, 0.5],
        [5, 0.99, 0.35, 0.5, 4.1],
      ])
    })

    it('have the net and the tax of their total, which are together those of the invoice', async () => {
      const { id, purchaseId } = await paid(3.33, 3)
      await refund(id, { amount: 0.01 })
      await refund(id, { units: 1 })
      await refund(id, {})
      const [invoice, ...notes] = await read(purchaseId)
      if (!invoice) throw new Error('no invoice')
      for (const one of [invoice, ...notes]) {
        expect(toCents(one.net) + toCents(one.tax?.amount ?? 0)).toBe(toCents(one.total))
      }
      expect(invoice.net).toBe(9.51)
      expect(notes.reduce((sum, { net }) => sum + toCents(net), 0)).toBe(951)
      expect(notes.map(({ kind, corrects }) => [kind, corrects])).toEqual(
        Array(3).fill(['credit_note', invoice.number]),
      )
      expect(notes[0]).toMatchObject({ total: 0.01, net: 0.01, tax: { amount: 0 } })
      for (const note of notes) {
        for (const locale of ['en', 'ar'] as const) {
          expect((await writeInvoicePdf(note, locale)).subarray(0, 5).toString()).toBe('%PDF-')
        }
      }
    })

    it('are in an e-mail whose lines multiply', async () => {
      const { id } = await paid(3.33, 3, 'THIRD')
      await deliverOrderMails(shop)
      await refund(id, { units: 1 })
      const [mail] = (await deliverOrderMails(shop)).sent
      expect(mail?.text).toContain('1 × $3.33 − $1.10 · Total: $2.23')
    })

    it('divide what units were paid with as the dialog does', async () => {
      const given = fc.record({
        costCents: fc.nat({ max: 2_000_000_000 }),
        quantity: fc.integer({ min: 1, max: 99 }),
        before: fc.nat({ max: 98 }),
        units: fc.integer({ min: 1, max: 99 }),
      })
      const all = fc
        .sample(given, volume(200, 10_000))
        .filter(({ quantity, before, units }) => before + units <= quantity)
      const { rows } = await sql<{ cents: number }>`
        select cents_of_units("costCents", quantity, before, units) as cents
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
          as one ("costCents" bigint, quantity integer, before integer, units integer)`.execute(
        shop.db.run,
      )
      expect(rows.map(({ cents }) => cents)).toEqual(all.map(centsOfUnits))
    })
  },
  CAN_MAIL,
)
