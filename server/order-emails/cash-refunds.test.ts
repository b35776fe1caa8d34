/** What an e-mail says of the way that money goes back. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { deliverOrderMails } from '#tests/kit/mails.ts'
import { CAN_MAIL, describeShop } from '#tests/kit/shop.ts'

describeShop(
  'the refund of cash',
  (shop) => {
    it.each(['en', 'ar'])('names neither a bank nor a payment method (%s)', async (locale) => {
      const [person, staff] = [await shop.customer(), await shop.admin()]
      const call = ({ token }: { token: string }, path: string, body: object = {}) =>
        shop.call('POST', path, { token, body })
      await sql`update cash_on_delivery set is_on = true`.execute(shop.db.run)
      await sql`update app_user set locale = ${locale}, email_confirmed_at = now()`.execute(
        shop.db.run,
      )
      await call(person, '/api/user/addresses', AN_ADDRESS)
      const placed = await call(person, '/api/user/order', {
        orders: [{ Product: await shop.product({ price: 10 }), quantity: 2 }],
        payment: 'cash',
      })
      const [{ id, purchaseId }] = placed.body.data as [Order]
      await call(staff, `/api/admin/orders/${id}/confirm`)
      const cash = { total: 20, parcel: null }
      expect((await call(staff, `/api/admin/purchases/${purchaseId}/cash`, cash)).status).toBe(200)
      await deliverOrderMails(shop)

      await call(staff, `/api/admin/orders/${id}/refund`, { goodsBack: true, units: 1 })
      const part = (await deliverOrderMails(shop)).sent
      await call(staff, `/api/admin/orders/${id}/refund`, { goodsBack: true })
      const rest = (await deliverOrderMails(shop)).sent

      expect([part.length, rest.length]).toEqual([1, 1])
      for (const { text } of [...part, ...rest]) {
        expect(text).toMatch(locale === 'en' ? /in person/ : /نقدًا باليد/)
        expect(text).not.toMatch(/bank|payment method|مصرفك|بالطريقة/)
      }
    })
  },
  CAN_MAIL,
)
