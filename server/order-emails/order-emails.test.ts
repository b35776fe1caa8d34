/** Emails about purchases and stock: one for each step of a purchase, their recipients and texts. */
import { beforeEach, expect, it } from 'vitest'
import { EMAIL_KINDS, type ShippingMethodForm, type ShopEmail } from '#contract/admin.ts'
import type { Mail } from '#server/emails/mailer.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { withCoupons } from '#tests/kit/coupons.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverOrderMails } from '#tests/kit/mails.ts'
import { CAN_MAIL, describeShop, type Person, type PersonFields } from '#tests/kit/shop.ts'
import { LOW_STOCK } from '#tests/kit/shop-rules.ts'
import { createManageEmails } from './manage-emails.ts'

const EXPRESS: ShippingMethodForm = {
  name: 'Express',
  name_ar: 'سريع',
  places: null,
  fee: 7,
  free_from: null,
  days_min: null,
  days_max: null,
  last_hour: null,
  is_active: true,
}

describeShop(
  'emails about purchases',
  (shop) => {
    const coupons = withCoupons(shop)
    let admin: Person
    let sara: Person

    beforeEach(async () => {
      await shop.sql`delete from email_step`
      await shop.sql`delete from email_switch`
      await shop.sql`delete from outbox where topic = 'order-email'`
      await shop.sql`update app_user set account_type = 'customer'`
      admin = await confirmed(shop.admin())
      sara = await customer({ username: 'Sara' })
    })

    const customer = (fields: PersonFields = {}) => confirmed(shop.customer(fields))

    async function confirmed(made: Promise<Person>): Promise<Person> {
      const person = await made
      await shop.sql`update app_user set email_confirmed_at = now() where id = ${person.id}`
      return person
    }

    const bySara = (path: string, body?: object) => shop.as(sara, 'POST', `/api/user/${path}`, body)
    const pay = (id: number) => bySara(`order/${id}/payment`)
    const sendTo = (lines: object = {}) => bySara('addresses', { ...AN_ADDRESS, ...lines })
    const post = (path: string, body?: object) => shop.as(admin, 'POST', `/api/admin/${path}`, body)
    const byStaff = (id: number, move: string, body?: object) => post(`orders/${id}/${move}`, body)

    it('say of cash on delivery when it is paid, and how much', async () => {
      await shop.sql`update cash_on_delivery set is_on = true`
      await sendTo()
      const orders = [{ Product: await shop.product({ price: 25 }), quantity: 2 }]
      const { body } = await bySara('order', { orders, payment: 'cash' })
      const [{ id, purchaseId }] = body.data
      expect((await toSara())[0]?.text).toContain('You pay in cash when it arrives.')

      await byStaff(id, 'confirm')
      const [confirmation] = await toSara()
      expect(confirmation?.subject).toBe(`Your order is confirmed (#${id})`)
      expect(confirmation?.text).toContain('You pay $50.00 in cash when it arrives.')
      expect(confirmation?.text).toContain(
        `View your order:\nhttps://shop.example/order-preview/${id}`,
      )
      expect(confirmation?.text).not.toMatch(/pay now|payment-method|limited time/i)

      const parcel = await post('parcels', { orders: [id] })
      expect((await toSara())[0]?.text).toContain('Please have $50.00 in cash ready')

      await post(`purchases/${purchaseId}/cash`, { total: 50, parcel: parcel.body.data.id })
      const last = await toSara()
      expect(last.map(({ subject }) => subject)).toEqual([
        `Receipt for your order (#${id})`,
        expect.stringContaining('delivered'),
      ])
      expect(await checkInvariants(shop.db.run)).toEqual([])
    })

    it.each(['en', 'ar'])(
      'name neither a bank nor a payment method of cash (%s)',
      async (locale) => {
        await shop.sql`update cash_on_delivery set is_on = true`
        await shop.sql`update app_user set locale = ${locale} where id = ${sara.id}`
        await sendTo()
        const orders = [{ Product: await shop.product({ price: 10 }), quantity: 2 }]
        const [{ id, purchaseId }] = (await bySara('order', { orders, payment: 'cash' })).body.data
        await byStaff(id, 'confirm')
        await post(`purchases/${purchaseId}/cash`, { total: 20, parcel: null })
        await toSara()

        await byStaff(id, 'refund', { goodsBack: true, units: 1 })
        const part = await toSara()
        await byStaff(id, 'refund', { goodsBack: true })
        const rest = await toSara()

        expect([part.length, rest.length]).toEqual([1, 1])
        for (const { text } of [...part, ...rest]) {
          expect(text).toMatch(locale === 'en' ? /in person/ : /نقدًا باليد/)
          expect(text).not.toMatch(/bank|payment method|مصرفك|بالطريقة/)
        }
      },
    )

    it('ask for the delivery of a cash purchase with its first parcel alone', async () => {
      const [first = 0, second = 0] = await cashPurchase()
      for (const id of [first, second]) await byStaff(id, 'confirm')
      await toSara()
      const send = async (id: number) => (await post('parcels', { orders: [id] })).body.data.collect

      expect(await send(second)).toBe(37)
      expect((await toSara())[0]?.text).toContain('Please have $37.00 in cash ready')
      expect(await send(first)).toBe(25)
      expect((await toSara())[0]?.text).toContain('Please have $25.00 in cash ready')
    })

    it('ask for the cash of the orders in a parcel that were not paid online', async () => {
      const [first = 0, second = 0] = await cashPurchase()
      await byStaff(first, 'confirm')
      await pay(first)
      await byStaff(second, 'confirm')
      await toSara()

      const parcel = await post('parcels', { orders: [first, second] })
      expect(parcel.body.data.collect).toBe(30)
      const [sent] = await toSara()
      expect(sent?.text).toContain('Please have $30.00 in cash ready')
      expect(sent?.text).toContain('Total: $62.00')
    })

    /** Orders products for $25 and $30, to be paid in cash, with a delivery fee of $7. @returns the ids of the orders. */
    async function cashPurchase(): Promise<number[]> {
      await shop.sql`update cash_on_delivery set is_on = true`
      await sendTo()
      const orders = [
        { Product: await shop.product({ price: 25 }) },
        { Product: await shop.product({ price: 30 }) },
      ]
      await shop.sql`update shipping_method set fee_cents = 700`
      const { body } = await bySara('order', { orders, payment: 'cash' })
      await shop.sql`update shipping_method set fee_cents = 0`
      return body.data.map(({ id }: { id: number }) => id)
    }

    async function order(buyer: Person, ...products: number[]): Promise<number[]> {
      const orders = products.map((Product) => ({ Product, quantity: 2 }))
      return (await withBuying(shop).placed(buyer, orders)).map(({ id }) => id)
    }

    async function toSara(): Promise<Mail[]> {
      const { sent } = await deliverOrderMails(shop)
      return sent.filter(({ to }) => to === sara.email)
    }

    it('one for each step, and none twice', async () => {
      const [id = 0] = await order(sara, await shop.product({ name: 'Orvane One', price: 25 }))
      const [ordered, ...more] = await toSara()
      expect(ordered?.subject).toBe(`We received your order (#${id})`)
      expect(ordered?.text).toContain('Hello Sara,')
      expect(ordered?.text).toContain('- Orvane One\n  2 × $25.00 · Amount: $50.00\nTotal: $50.00')
      expect(ordered?.text).toContain(`https://shop.example/order-preview/${id}`)
      expect(more).toEqual([])

      await byStaff(id, 'confirm')
      const [confirmation] = await toSara()
      expect(confirmation?.subject).toContain('is confirmed')
      expect(confirmation?.text).toContain(`Pay now:\nhttps://shop.example/payment-method/${id}`)

      await pay(id)
      const [receipt] = await toSara()
      expect(receipt?.subject).toBe(`Receipt for your order (#${id})`)
      expect(receipt?.text).toContain('your payment of $50.00 on ')
      expect(receipt?.text).toMatch(
        new RegExp(
          `Invoice:\\n20\\d\\d-\\d{6}\\nhttps://shop.example/order-preview/${id}\\?invoice=\\d+`,
        ),
      )

      expect(receipt?.html).toMatch(
        new RegExp(`<a [^>]*href="https://shop.example/order-preview/${id}\\?invoice=\\d+"`),
      )

      await byStaff(id, 'delivered')
      const [delivered] = await toSara()
      expect(delivered?.text).toMatch(/Rate the product:\nhttps:\/\/shop\.example\/product\/\d+/)
      await byStaff(id, 'delivered')
      expect(await toSara()).toEqual([])
      expect(await checkInvariants(shop.db.run)).toEqual([])
    })

    it('a cancellation and a refund have words of their own', async () => {
      const [toCancel = 0, toRefund = 0] = await order(
        sara,
        ...(await shop.products(2, { price: 10 })),
      )
      await byStaff(toCancel, 'cancel')
      await byStaff(toRefund, 'confirm')
      await pay(toRefund)
      await toSara()
      await byStaff(toRefund, 'refund', { goodsBack: true })
      const [refund] = await toSara()
      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

      expect(refund?.subject).toBe(`Refund of $20.00 for your order (#${toRefund})`)
      expect(refund?.text).toContain(`On ${day.format(new Date())}, we refunded $20.00`)

      const [another = 0] = await order(sara, await shop.product())
      await bySara(`order/${another}/cancel`)
      const subjects = (await toSara()).map(({ subject }) => subject)
      expect(subjects).toEqual([
        `We received your order (#${another})`,
        `Your order was canceled (#${another})`,
      ])
    })

    it('ask for no payment of what is paid or canceled by then', async () => {
      const [paid = 0, canceled = 0, owed = 0] = await order(
        sara,
        ...(await shop.products(3, { price: 10 })),
      )
      await toSara()
      for (const id of [paid, canceled, owed]) await byStaff(id, 'confirm')
      await pay(paid)
      await bySara(`order/${canceled}/cancel`)
      const subjects = (await toSara()).map(({ subject }) => subject)
      expect(subjects).toEqual([
        `Your order is confirmed and ready for payment (#${owed})`,
        expect.stringContaining(`#${paid}`),
        `Your order was canceled (#${canceled})`,
      ])

      const [alone = 0] = await order(sara, await shop.product())
      await byStaff(alone, 'confirm')
      await pay(alone)
      expect((await toSara()).filter(({ subject }) => /ready for payment/.test(subject))).toEqual(
        [],
      )
    })

    it('the fee for the delivery is in the amounts: owed until it is paid, and once', async () => {
      const delivery = (await post('shipping-methods', EXPRESS)).body.data.id
      const lines = (await shop.products(2, { price: 10 })).map((Product) => ({ Product }))
      const placed = await bySara('order', { orders: lines, delivery })
      const [a, b] = placed.body.data.map(({ id }: { id: number }) => id)
      expect((await toSara())[0]?.text).toContain(
        'Subtotal: $20.00\nDelivery: $7.00\nTotal: $27.00',
      )

      await byStaff(a, 'confirm')
      expect((await toSara())[0]?.text).toContain('Pay $17.00 now')
      await pay(a)
      expect((await toSara())[0]?.text).toContain('your payment of $17.00 on ')
      await byStaff(b, 'confirm')
      expect((await toSara())[0]?.text).toContain('Pay $10.00 now')
      await pay(b)
      expect((await toSara())[0]?.text).toContain('your payment of $10.00 on ')

      for (const id of [a, b]) await byStaff(id, 'delivered')
      const [delivered] = await toSara()
      expect(delivered?.text).toContain('Subtotal: $20.00\nDelivery: $7.00\nTotal: $27.00')
    })

    it('a parcel has the total that was paid for it, and a cancellation has none', async () => {
      await sendTo()
      const delivery = (await post('shipping-methods', EXPRESS)).body.data.id
      const orders = [{ Product: await shop.product({ price: 10 }) }]
      const id = (await bySara('order', { orders, delivery })).body.data[0].id
      await byStaff(id, 'confirm')
      await pay(id)
      await toSara()
      await post('parcels', { orders: [id] })
      expect((await toSara())[0]?.text).toContain(
        'Amount: $10.00\nSubtotal: $10.00\nDelivery: $7.00\nTotal: $17.00',
      )

      const coupon = (await coupons.coupon()).code
      await byStaff((await bySara('order', { orders, delivery, coupon })).body.data[0].id, 'cancel')
      const canceled = (await toSara()).at(-1)
      expect(canceled?.text).toContain('1 × $10.00 − $1.00 · Amount: $9.00')
      expect(canceled?.subject).toContain('canceled')
      expect(canceled?.text).not.toContain('Total')
    })

    it('a parcel lists the units that are left in it, and what the customer has paid for them', async () => {
      await sendTo()
      const id = (
        await bySara('order', {
          orders: [{ Product: await shop.product({ price: 10 }), quantity: 3 }],
          coupon: (await coupons.coupon()).code,
        })
      ).body.data[0].id
      await byStaff(id, 'confirm')
      await pay(id)
      await byStaff(id, 'refund', { goodsBack: true, units: 1 })
      await toSara()
      await post('parcels', { orders: [id] })
      expect((await toSara())[0]?.text).toContain(
        '2 × $10.00 · Amount: $20.00\nSubtotal: $20.00\nDiscount: -$2.00\nTotal: $18.00',
      )

      await byStaff(id, 'refund', { goodsBack: false, amount: 5 })
      await toSara()
      await byStaff(id, 'delivered')
      expect((await toSara())[0]?.text).toContain('Refunded: -$5.00\nTotal: $13.00')
    })

    it('a parcel is announced once, with its carrier and tracking', async () => {
      await sendTo()
      const ids = await order(sara, ...(await shop.products(2)))
      for (const id of ids) {
        await byStaff(id, 'confirm')
        await pay(id)
      }
      await toSara()
      const tracking_url = 'https://carrier.example/OX1?a=1&b=2'
      const parcel = { carrier: 'Orvane Express', tracking_number: 'OX 1', tracking_url }
      await post('parcels', { orders: ids, ...parcel })
      const [sent, ...more] = await toSara()

      expect(sent?.subject).toBe(`Your order has shipped (#${ids.join(', #')})`)
      expect(sent?.text).toContain(`Tracking:\nOrvane Express\nOX 1\n${tracking_url}\n`)
      expect(sent?.html).toContain('href="https://carrier.example/OX1?a=1&amp;b=2"')
      expect(more).toEqual([])
    })

    it('the orders of a purchase are in one, those of a later moment in the next', async () => {
      const products = await shop.products(4, { price: 5 })
      const [a = 0, b = 0, c = 0, d = 0] = await order(sara, ...products)
      const [ordered, ...others] = await toSara()
      expect(ordered?.subject).toBe(`We received your order (#${a}, #${b}, #${c}, #${d})`)
      expect(ordered?.text).toContain('Total: $40.00')
      expect(others).toEqual([])

      for (const id of [a, b, c]) await byStaff(id, 'confirm')
      const [together] = await toSara()
      await byStaff(d, 'confirm')
      const [later] = await toSara()

      expect(together?.subject).toBe(
        `Your order is confirmed and ready for payment (#${a}, #${b}, #${c})`,
      )
      expect(together?.text).toContain('Total: $30.00')
      expect(later?.subject).toBe(`Your order is confirmed and ready for payment (#${d})`)
    })

    it('steps wait for the next ones of their purchase, but not for long', async () => {
      const times = { quiet: 5, longest: 60 }
      const [a = 0, b = 0] = await order(sara, ...(await shop.products(2)))
      await toSara()
      const back = (seconds: number, id: number) =>
        shop.sql`update email_step set at = now() - make_interval(secs => ${seconds}) where order_id = ${id}`

      await byStaff(a, 'confirm')
      await back(50, a)
      await byStaff(b, 'confirm')
      expect((await deliverOrderMails(shop, times)).sent).toEqual([])

      await back(61, a)
      const { sent } = await deliverOrderMails(shop, times)
      expect(sent.map(({ subject }) => subject)).toEqual([
        `Your order is confirmed and ready for payment (#${a}, #${b})`,
      ])
    })

    it('are in the language in which the customer orders', async () => {
      const orders = [{ Product: await shop.product(), quantity: 1 }]
      const headers = { 'accept-language': 'ar' }
      const { status } = await shop.call('POST', '/api/user/order', {
        token: sara.token,
        headers,
        body: { orders },
      })

      expect(status).toBe(201)
      expect((await toSara())[0]?.html).toContain('<html lang="ar" dir="rtl">')
      // A program that names no language leaves it as it is.
      await order(sara, await shop.product())
      expect((await toSara())[0]?.html).toContain('<html lang="ar" dir="rtl">')
    })

    it("are in the customer's language, with amounts left-to-right", async () => {
      await shop.sql`update app_user set locale = 'ar' where id = ${sara.id}`
      const product = await shop.product({ name: 'Cable', name_ar: 'كابل USB-C', price: 1234.5 })
      const [id = 0] = await order(sara, product)

      const [mail] = await toSara()

      expect(mail?.subject).toBe(`استلمنا طلبك (\u2066#${id}\u2069)`)
      const [a, b] = await order(sara, product, await shop.product())
      expect((await toSara())[0]?.subject).toBe(
        `استلمنا طلبك (\u2066#${a}\u2069، \u2066#${b}\u2069)`,
      )
      expect(mail?.text).toContain('\u2068كابل USB-C\u2069')
      expect(mail?.text).toContain('المجموع: \u2066$2,469.00\u2069')
      expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
      expect(mail?.html).toContain('text-align:left;white-space:nowrap')
    })

    it('carry no markup of a name', async () => {
      const evil = `<img src=x onerror=alert(1)>"'&`
      await shop.sql`update app_user set username = ${evil} where id = ${sara.id}`
      await sendTo({ lines: [evil] })
      await order(sara, await shop.product({ name: evil }))

      const { sent } = await deliverOrderMails(shop)

      expect(sent).toHaveLength(2)
      for (const { html, subject } of sent) {
        expect(html).not.toContain('<img')
        expect(html.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')).toHaveLength(4)
        expect(subject).not.toContain('img')
      }
    })

    it('say where the goods go, or ask', async () => {
      const [nowhere = 0] = await order(sara, await shop.product())
      const [asking] = await toSara()
      expect(asking?.text).toContain("We don't have a delivery address for your order yet.")
      expect(asking?.text).toContain(`/order-preview/${nowhere}`)

      await sendTo()
      await order(sara, await shop.product())
      const [knowing] = await toSara()
      expect(knowing?.text).toContain(
        'Delivery address:\nLayla Noor\nAl Wasl Road 12\nDubai\nUnited Arab Emirates\n+971 50 123 4567',
      )
      expect(knowing?.text).not.toContain("don't know yet")
    })

    it('go to an address that nobody confirmed a few times a day, without the address of a home', async () => {
      await shop.sql`update app_user set email_confirmed_at = null where id = ${sara.id}`
      await sendTo()
      const mails: Mail[] = []
      for (let round = 0; round < 4; round++) {
        const [id = 0] = await order(sara, await shop.product())
        await bySara(`order/${id}/cancel`)
        mails.push(...(await toSara()))
      }
      expect(mails).toHaveLength(4)
      for (const { text, html } of mails) {
        expect(html).toMatch(/<a [^>]*order-preview[^>]*>See the order&#39;s page\.<\/a>|canceled/)
        expect(text).not.toContain('Al Wasl Road')
        expect(text).not.toContain('123 4567')
        expect(text.match(/https:\S+/g), 'the same link once').toHaveLength(1)
      }

      const [id = 0] = await order(sara, await shop.product())
      await byStaff(id, 'confirm')
      await pay(id)
      // Emails about payments have their own limit: a customer who never confirmed still gets the receipt.
      expect((await toSara()).map(({ subject }) => subject)).toEqual([
        `Receipt for your order (#${id})`,
      ])
    })

    it('are not sent to a closed or locked account', async () => {
      const [id = 0] = await order(sara, await shop.product())
      await shop.sql`update app_user set disabled_at = now() where id = ${sara.id}`

      expect(await toSara()).toEqual([])
      await byStaff(id, 'confirm')
      expect(await toSara()).toEqual([])
    })

    it('are not sent for the past that a demo invents, nor from a shared account of it', async () => {
      const [invented = 0] = await order(sara, await shop.product())
      await toSara()
      await shop.sql`update orders set demo = true where id = ${invented}`
      await byStaff(invented, 'confirm')
      expect((await deliverOrderMails(shop)).sent).toEqual([])

      await shop.sql`update app_user set demo = true where id = ${sara.id}`
      await order(sara, await shop.product())
      const { sent, filed } = await deliverOrderMails(shop)
      expect(filed.map(({ to }) => to)).toEqual([sara.email])
      expect(sent.map(({ to }) => to)).toEqual([admin.email])
    })

    it('tell all staff of a purchase, at addresses that are confirmed', async () => {
      const colleague = await confirmed(shop.admin())
      const unconfirmed = await shop.admin()
      const locked = await confirmed(shop.admin())
      await shop.sql`update app_user set disabled_at = now() where id = ${locked.id}`
      await shop.sql`update app_user set locale = 'ar' where id = ${colleague.id}`
      const [id = 0] = await order(sara, await shop.product({ price: 30 }))

      const { sent } = await deliverOrderMails(shop)

      const byReader = new Map(sent.map((mail) => [mail.to, mail]))
      expect(byReader.size).toBe(sent.length)
      expect([...byReader.keys()].sort()).toEqual([sara.email, admin.email, colleague.email].sort())
      expect(byReader.get(admin.email)?.subject).toBe(`New purchase of $60.00: #${id}`)
      expect(byReader.get(admin.email)?.text).toContain(`https://shop.example/admin/orders/${id}`)
      expect(byReader.get(admin.email)?.text).toContain(sara.email)
      expect(byReader.get(colleague.email)?.html).toContain('dir="rtl"')
      expect(byReader.has(unconfirmed.email)).toBe(false)
    })

    it('tell staff of low stock once, of all products together', async () => {
      const [a = 0, b = 0] = await shop.products(2, { stock: LOW_STOCK + 1 })
      await order(sara, a, b)

      const { sent } = await deliverOrderMails(shop)
      const low = sent.filter(({ subject }) => subject === 'Low stock')

      expect(low.map(({ to }) => to)).toEqual([admin.email])
      expect(low[0]?.text.match(new RegExp(`Units left: ${LOW_STOCK - 1}`, 'g'))).toHaveLength(2)
    })

    it('can be switched off, one that waits as well', async () => {
      const put = (kind: string, is_on: boolean) =>
        shop.as(admin, 'PUT', `/api/admin/emails/${kind}`, { is_on })
      const [id = 0] = await order(sara, await shop.product())
      expect((await put('ordered', false)).body.data).toMatchObject({ is_on: false })
      expect(await toSara()).toEqual([])
      await byStaff(id, 'confirm')
      expect(await toSara()).toHaveLength(1)

      await put('ordered', true)
      expect(await toSara()).toEqual([])
      await order(sara, await shop.product())
      expect(await toSara()).toHaveLength(1)

      await put('ordered', true)
      const { body } = await shop.as(admin, 'GET', '/api/admin/audit?entity=email')
      expect(body.entries.slice(0, 2)).toMatchObject([
        { action: 'edit', before: { ordered: false }, after: { ordered: true } },
        { action: 'edit', before: { ordered: true }, after: { ordered: false } },
      ])
    })

    it('can be read before they are sent, in both languages, as a page without script too', async () => {
      const { body } = await shop.as(admin, 'GET', '/api/admin/emails')
      expect(body.emails.map(({ kind }: ShopEmail) => kind)).toEqual(EMAIL_KINDS)
      expect(body.hasMailServer).toBe(true)
      for (const { kind } of body.emails) {
        for (const locale of ['en', 'ar']) {
          const path = `/api/admin/emails/${kind}/preview?locale=${locale}`
          const { body: preview } = await shop.as(admin, 'GET', path)
          const page = await shop.call('GET', `/api/email-previews/${kind}`, { query: { locale } })

          expect(preview.html).toContain(`lang="${locale}"`)
          expect(preview.subject + preview.text).not.toMatch(/[{}]|undefined|null/)
          expect(page.text).toBe(preview.html)
          expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
          expect(page.headers['content-security-policy']).toBe(
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
          )
          expect(page.headers['x-frame-options']).toBe('SAMEORIGIN')
        }
      }
      const stock = await shop.as(admin, 'GET', '/api/admin/emails/lowStock/preview?locale=en')
      expect(stock.body.text).toContain('/admin/products')
      expect(stock.body.text).not.toContain('/order-preview/')
      const unknown = await shop.as(admin, 'GET', '/api/admin/emails/x/preview?locale=en')
      expect(unknown.status).toBe(404)
    })

    it('have the sample address in their preview, unless every visitor can read the emails', async () => {
      const preview = async (isOpen: boolean, kind: 'ordered' | 'newPurchase' = 'ordered') => {
        const emails = createManageEmails(shop.db, 'https://shop.example', isOpen)
        return (await emails.preview(kind, 'en')).text
      }
      const hidden = (action: string) =>
        `Delivery address:\nSee the order's page.\n\n${action}:\nhttps://shop.example`

      expect(await preview(false)).toContain('350 Fifth Avenue')
      expect(await preview(true)).toContain(`${hidden('View your order')}/order-preview/1041\n`)
      expect(await preview(true, 'newPurchase')).toContain(
        `${hidden('View the order')}/admin/orders/1041\n`,
      )
    })
  },
  CAN_MAIL,
)
