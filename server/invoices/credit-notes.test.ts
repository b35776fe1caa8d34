/** Credit notes as an accountant reads them: the figures of each line multiply to its total, and the taxes add up. */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Invoice, InvoiceHead } from '#contract/invoices.ts'
import { toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { centsOfUnits } from '#contract/refund-share.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { deliverOrderMails } from '#tests/kit/mails.ts'
import { CAN_MAIL, describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

describeShop(
  'credit notes',
  (shop) => {
    let sara: Person

    beforeAll(async () => {
      sara = await shop.customer({ username: 'Sara' })
      await shop.sql`update app_user set email_confirmed_at = now()`
      await shop.sql`insert into coupon (code, kind, percent) values ('SEVEN', 'percent', 7),
        ('THIRD', 'percent', 33)`
      await shop.as(await shop.admin(), 'PUT', '/api/admin/tax', {
        name: 'Barq LLC',
        name_ar: 'شركة برق',
        address: '',
        address_ar: '',
        tax_number: null,
        country: 'AE',
        rates: [{ country: 'AE', name: 'VAT', name_ar: 'ضريبة القيمة المضافة', percent: 5 }],
        second_currency: { currency: 'AED', rate: 3.6725, date: '2026-11-27' },
      })
    })
    shop.keepInvariants()

    const { refund, ...buying } = withBuying(shop)

    async function paid(price: number, quantity: number, coupon?: string): Promise<Order> {
      const orders = [{ Product: await shop.product({ price }), quantity }]
      const [order] = (await buying.paid(sara, orders, { coupon })) as [Order]
      return order
    }

    async function read(purchaseId: number): Promise<Invoice[]> {
      const { body } = await shop.as(sara, 'GET', `/api/user/purchases/${purchaseId}`)
      const heads: InvoiceHead[] = body.data.invoices
      const found = heads.map(({ id }) => shop.as(sara, 'GET', `/api/user/invoices/${id}`))
      return (await Promise.all(found)).map((reply) => reply.body.data)
    }

    const lineOf = ({ lines: [line] }: Invoice) =>
      line && [line.quantity, line.price, line.discount, line.refundedBefore, line.total]

    it('of discounted goods multiply', async () => {
      const { id, purchaseId } = await paid(0.99, 7, 'SEVEN')
      await refund(id, { units: 2, reason: 'Scratched' })
      await refund(id, { amount: 0.5 })
      await refund(id, {})

      const [invoice, ...notes] = await read(purchaseId)
      expect(invoice && lineOf(invoice)).toEqual([7, 0.99, 0.49, 0, 6.44])
      expect(notes.map(lineOf)).toEqual([
        [2, 0.99, 0.14, 0, 1.84],
        [0, 0.99, 0, 0, 0.5],
        [5, 0.99, 0.35, 0.5, 4.1],
      ])
      expect(notes.map(({ reason }) => reason)).toEqual(['Scratched', null, null])
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
      // At the rate of 3.6725, the invoice's tax of 0.48 is 1.76. Rounded separately, the taxes of the credit notes
      // would be 0.00, 0.59 and 1.18: one coin too many in total.
      const inDirhams = [invoice, ...notes].map(({ second_currency: second }) => [
        second?.tax,
        second?.total,
      ])
      expect(inDirhams).toEqual([
        [1.76, 36.69],
        [0, 0.04],
        [0.59, 12.23],
        [1.17, 24.42],
      ])
    })

    it('are in an email whose lines multiply', async () => {
      const { id } = await paid(3.33, 3, 'THIRD')
      await deliverOrderMails(shop)
      await refund(id, { units: 1 })
      const [mail] = (await deliverOrderMails(shop)).sent
      expect(mail?.text).toContain('1 × $3.33 − $1.10 · Amount: $2.23')
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
      const rows = await shop.sql<{ cents: number }>`
        select cents_of_units("costCents", quantity, before, units) as cents
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
          as one ("costCents" bigint, quantity integer, before integer, units integer)`
      expect(rows.map(({ cents }) => cents)).toEqual(all.map(centsOfUnits))
    })

    it('and invoices are converted to the nearest coin of a second currency', async () => {
      const given = fc.record({
        cents: fc.nat({ max: 1_000_000_000 }),
        micros: fc.integer({ min: 1, max: 100_000_000 }),
        digits: fc.constantFrom(0, 2, 3),
        shopDigits: fc.constantFrom(0, 2, 3),
      })
      const half = { cents: 50, micros: 1_000_000, digits: 0, shopDigits: 2 }
      const all = [half, ...fc.sample(given, volume(200, 10_000))]
      const rows = await shop.sql<{ converted: number }>`
        select in_second_currency(cents, jsonb_build_object('rate', micros / 1e6, 'digits', digits,
          'shop_digits', "shopDigits"))::float8 as converted
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
          as one (cents bigint, micros bigint, digits integer, "shopDigits" integer)`
      // As on paper: multiply the coins by the rate, shift by the difference in decimals, and round half a coin up.
      const expected = all.map(({ cents, micros, digits, shopDigits }) => {
        const divisor = 10n ** BigInt(6 + shopDigits)
        const exact = BigInt(cents) * BigInt(micros) * 10n ** BigInt(digits)
        return Number((exact * 2n + divisor) / (divisor * 2n))
      })
      expect(expected[0]).toBe(1)
      expect(rows.map(({ converted }) => converted)).toEqual(expected)
    })
  },
  CAN_MAIL,
)
