/** Ordering without an account (decision 0061). */
import { expect, it } from 'vitest'
import { cleanUpAccounts } from '#server/accounts/cleanup.ts'
import { askForLink, confirmEmail, login, register } from '#tests/kit/accounts.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { countDeadlocks } from '#tests/kit/deadlocks.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverMails, deliverOrderMails, tokenIn } from '#tests/kit/mails.ts'
import { CAN_MAIL, describeShop, PASSWORD, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const emailOf = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@barq.example`

async function begin(shop: Shop, email: string): Promise<string> {
  const body = { username: 'Guest', email }
  const { status, body: said } = await shop.call('POST', '/api/guests', { body })
  expect(status).toBe(201)
  return said.access_token
}

/** Places an order for 10.00. @param more additional request fields. @returns the order's id. */
async function order(shop: Shop, token: string, more: object = {}): Promise<number> {
  const Product = await shop.product({ price: 10 })
  const body = { orders: [{ Product }], ...more }
  const placed = await shop.call('POST', '/api/user/order', { token, body })
  expect([placed.status, placed.body.message]).toEqual([201, expect.any(String)])
  return placed.body.data[0].id
}

const see = (shop: Shop, token: string, id: number) =>
  shop.call('GET', `/api/user/order/${id}`, { token })

/** Opens an account and confirms its email. @returns its token. */
async function prove(shop: Shop, email: string): Promise<string> {
  expect((await register(shop, email)).status).toBe(201)
  const link = (await deliverMails(shop)).find(({ to }) => to === email)
  expect((await confirmEmail(shop, tokenIn(link))).status).toBe(200)
  return (await login(shop, email)).body.access_token
}

describeShop('a shop that does not take guests', (shop) => {
  it('has no such call', async () => {
    const body = { username: 'Guest', email: emailOf('no') }
    expect((await shop.call('POST', '/api/guests', { body })).status).toBe(404)
  })
})

describeShop(
  'a guest',
  (shop) => {
    shop.keepInvariants()

    it('orders, pays and gets the invoice, and sees no order of another guest with that email', async () => {
      const email = emailOf('buys')
      const [token, other] = [await begin(shop, email), await begin(shop, email.toUpperCase())]
      await shop.call('POST', '/api/user/addresses', { token, body: AN_ADDRESS })
      const id = await order(shop, token)
      const { token: staff } = await shop.admin()
      await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: staff })
      const pay = await shop.call('POST', `/api/user/order/${id}/payment`, { token })
      expect(pay.status).toBe(200)
      const { data } = (await see(shop, token, id)).body
      expect(data.state).toBe('complete')
      expect((await see(shop, other, id)).status).toBe(404)

      const user = (await shop.call('GET', '/api/user', { token })).body
      expect(user).toMatchObject({ email, guest: true, emailConfirmed: false })
      const customers = await shop.call('GET', '/api/admin/customers', {
        token: staff,
        query: { search: email },
      })
      expect(customers.body.customers.map((one: { guest: boolean }) => one.guest)).toEqual([
        true,
        true,
      ])
      const orders = await shop.call('GET', `/api/admin/orders/${id}`, { token: staff })
      expect(orders.body.data.customer).toMatchObject({ email, guest: true })
    })

    it('is nobody to what finds an account by its email', async () => {
      const email = emailOf('same')
      await begin(shop, email)
      expect((await login(shop, email, PASSWORD)).status).toBe(401)
      await askForLink(shop, email)
      expect((await deliverMails(shop)).filter(({ to }) => to === email)).toEqual([])
      const token = await prove(shop, email)
      expect(await begin(shop, email)).not.toBe(token)
      expect((await login(shop, email)).status).toBe(200)

      const { token: staff } = await shop.admin()
      const invited = emailOf('staff')
      await begin(shop, invited)
      const body = { name: 'Sam', email: invited, role: 'reader', is_active: true }
      expect((await shop.call('POST', '/api/admin/staff', { token: staff, body })).status).toBe(201)
    })

    it('cannot use a coupon that is limited per customer', async () => {
      await shop.sql`
        insert into coupon (code, kind, percent, max_uses_per_customer)
        values ('ONCE', 'percent', 10, 1)`
      const token = await begin(shop, emailOf('once'))
      const body = { orders: [{ Product: await shop.product() }], coupon: 'ONCE' }
      const { status, body: said } = await shop.call('POST', '/api/user/order', { token, body })
      expect([status, said.errors]).toEqual([422, { coupon: ['Sign in to use this code.'] }])
    })

    it('opens the orders again by the link of any of its mails, which names no home', async () => {
      const email = emailOf('link')
      const token = await begin(shop, email)
      await shop.call('POST', '/api/user/addresses', { token, body: AN_ADDRESS })
      const id = await order(shop, token)
      const mail = (await deliverOrderMails(shop)).sent.find(({ to }) => to === email)
      expect(mail?.text).toContain(`https://shop.example/email/order?id=${id}#`)
      expect(mail?.text).not.toContain('/order-preview/')
      expect(mail?.text).not.toContain('Al Wasl')

      const open = (link: string, as?: string) =>
        shop.call('POST', '/api/guests/link', {
          token: as,
          body: { token: link },
          headers: { 'user-agent': link },
        })
      const lines = [{ id: await shop.product({ stock: 2 }), quantity: 2 }]
      await shop.call('POST', '/api/user/cart/join', { token, body: { lines } })
      const { status, body } = await open(tokenIn(mail), token)
      expect(status).toBe(200)
      expect((await see(shop, body.access_token, id)).status).toBe(200)
      const cart = await shop.call('GET', '/api/user/cart', { token: body.access_token })
      expect(cart.body.Carts).toMatchObject(lines)
      expect((await open('made-up')).status).toBe(404)
      // Opening a link on another device mails no notice.
      expect((await deliverMails(shop)).filter(({ to }) => to === email)).toEqual([])
    })

    it('hands its purchases to the account that proves the email, and no others', async () => {
      const email = emailOf('joins')
      await shop.sql`insert into coupon (code, kind, percent) values ('TEN', 'percent', 10)`
      const [first, second] = [await begin(shop, email), await begin(shop, email.toUpperCase())]
      await shop.call('POST', '/api/user/addresses', { token: first, body: AN_ADDRESS })
      const orders = [
        await order(shop, first, { coupon: 'TEN' }),
        await order(shop, first),
        await order(shop, second, { coupon: 'TEN' }),
      ]
      const [paid = 0, , open = 0] = orders
      const { token: staff } = await shop.admin()
      await shop.call('POST', `/api/admin/orders/${paid}/confirm`, { token: staff })
      await shop.call('POST', `/api/user/order/${paid}/payment`, { token: first })
      const mail = (await deliverOrderMails(shop)).sent.find(({ to }) => to === email)
      // The account will take over two uses of the coupon, more than this later limit allows.
      await shop.sql`update coupon set max_uses_per_customer = 1 where code = 'TEN'`
      const stranger = await begin(shop, emailOf('other'))
      const others = await order(shop, stranger)

      const token = await prove(shop, email)
      for (const id of orders) expect((await see(shop, token, id)).status).toBe(200)
      expect((await see(shop, first, paid)).status).toBe(404)
      expect((await see(shop, token, others)).status).toBe(404)
      expect((await see(shop, stranger, others)).status).toBe(200)
      const addresses = await shop.call('GET', '/api/user/addresses', { token })
      expect(addresses.body.data).toHaveLength(1)
      const invoices = await shop.sql<{ id: number }>`
        select id from invoice where purchase_id = (select batch_id from orders where id = ${paid})`
      const invoice = `/api/user/invoices/${invoices[0]?.id}`
      expect((await shop.call('GET', invoice, { token })).status).toBe(200)
      expect((await shop.call('GET', invoice, { token: first })).status).toBe(404)
      const link = await shop.call('POST', '/api/guests/link', { body: { token: tokenIn(mail) } })
      expect([link.status, link.body.message]).toEqual([
        409,
        'This order is in your account now. Sign in to see it.',
      ])
      // The coupon is returned to the account that now owns the purchase.
      const canceled = await shop.call('POST', `/api/user/order/${open}/cancel`, { token })
      expect(canceled.status).toBe(200)
    })

    it('takes its cart along when it signs in to an account, once', async () => {
      const { token: account, email } = await shop.customer()
      const [token, both, own] = [
        await begin(shop, emailOf('cart')),
        await shop.product({ stock: 9 }),
        await shop.product({ stock: 9 }),
      ]
      const join = (who: string, lines: object[]) =>
        shop.call('POST', '/api/user/cart/join', { token: who, body: { lines } })
      const cart = async (who: string): Promise<Array<[number, number]>> => {
        const { Carts } = (await shop.call('GET', '/api/user/cart', { token: who })).body
        return Carts.map(({ id, quantity }: { id: number; quantity: number }) => [id, quantity])
      }
      await join(account, [{ id: both, quantity: 1 }])
      const lines = [both, own].map((id) => ({ id, quantity: 2 }))
      await join(token, lines)
      const signIn = (password: string) =>
        shop.call('POST', '/api/auth/login', { token, body: { email, password } })
      expect((await signIn('wrong password')).status).toBe(401)
      expect(await cart(account)).toEqual([[both, 1]])
      expect((await signIn(PASSWORD)).status).toBe(200)
      expect(new Map(await cart(account))).toEqual(new Map([both, own].map((id) => [id, 2])))
      expect(await cart(token)).toEqual([])

      await shop.call('DELETE', `/api/user/cart/${own}`, { token: account })
      await signIn(PASSWORD)
      expect(await cart(account)).toEqual([[both, 2]])
    })

    it('keeps what it orders while the account joins, and nothing is lost or waits in a ring', async () => {
      const deadlocks = await countDeadlocks(shop.db.run)
      for (let round = 0; round < volume(3, 30); round++) {
        const email = emailOf('race')
        const guest = await begin(shop, email)
        const earlier = await order(shop, guest)
        const { token: staff } = await shop.admin()
        await shop.call('POST', `/api/admin/orders/${earlier}/confirm`, { token: staff })
        await register(shop, email)
        const link = (await deliverMails(shop)).find(({ to }) => to === email)
        const [confirmed, later, paid] = await Promise.all([
          confirmEmail(shop, tokenIn(link)),
          order(shop, guest),
          shop.call('POST', `/api/user/order/${earlier}/payment`, { token: guest }),
        ])
        expect(confirmed.status).toBe(200)
        expect([200, 404]).toContain(paid.status)
        const { access_token: token } = (await login(shop, email)).body
        expect((await see(shop, token, earlier)).status).toBe(200)
        const seen = await Promise.all([see(shop, token, later), see(shop, guest, later)])
        expect(seen.map(({ status }) => status).sort()).toEqual([200, 404])
        expect(await checkInvariants(shop.db.run)).toEqual([])
      }
      expect(await countDeadlocks(shop.db.run)).toBe(deadlocks)
    })

    it('is forgotten a day later unless it ordered', async () => {
      const [idle, buyer] = [
        await begin(shop, emailOf('idle')),
        await begin(shop, emailOf('buyer')),
      ]
      await order(shop, buyer)
      await shop.sql`update app_user set created_at = now() - interval '2 days' where guest`
      await cleanUpAccounts(shop.db)
      expect((await shop.call('GET', '/api/user', { token: idle })).status).toBe(200)
      await shop.sql`update session set last_used_at = now() - interval '2 days'`
      await cleanUpAccounts(shop.db)
      const rows = await shop.sql<{ email: string }>`
        select email from app_user where guest and email like 'idle.%' or email like 'buyer.%'`
      expect(rows.map(({ email }) => email.split('.')[0])).toEqual(['buyer'])
    })
  },
  { ...CAN_MAIL, VISITORS: 'order', SIGN_UPS_PER_ADDRESS: '10000' },
)
