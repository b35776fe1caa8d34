import { beforeEach, expect, it, vi } from 'vitest'
import { askForLink, confirmEmail, login, register, setPassword } from '#tests/kit/accounts.ts'
import { countDeadlocks } from '#tests/kit/deadlocks.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { CAN_MAIL, describeShop, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const NEW_PASSWORD = 'a new password'

describeShop(
  'an email',
  (shop) => {
    beforeEach(async () => void (await deliverMails(shop)))
    shop.keepInvariants()

    it('is confirmed by the link that sign-up mails, in the language of sign-up', async () => {
      const { token, email } = await openAccount(shop, 'ar')
      const [link] = await deliverMails(shop)
      expect([link?.to, link?.subject]).toEqual([email, 'تأكيد البريد الإلكتروني لحسابك في برق'])
      expect(link?.text).toContain('https://shop.example/email/confirm#')
      expect(await isConfirmed(shop, token)).toBe(false)

      expect((await confirmEmail(shop, tokenIn(link))).status).toBe(200)

      expect(await isConfirmed(shop, token)).toBe(true)
    })

    it('is confirmed by the link of any delivery attempt, and by one mailed later', async () => {
      const { token } = await openAccount(shop)
      const [first] = await deliverMails(shop, { isTriedAgain: true })
      const [second] = await deliverMails(shop)
      const resend = () => shop.call('POST', '/api/auth/email/resend', { token })
      expect((await resend()).status).toBe(200)
      const [third] = await deliverMails(shop)

      expect(new Set([first, second, third].map(tokenIn)).size).toBe(3)
      for (const link of [third, first, second]) {
        expect((await confirmEmail(shop, tokenIn(link))).status).toBe(200)
      }
      await resend()
      expect(await deliverMails(shop)).toEqual([])
    })

    it('is confirmed by a password that a mailed link set', async () => {
      const { token, email } = await openAccount(shop)
      await askForLink(shop, email)
      const link = (await deliverMails(shop)).at(-1)
      await setPassword(shop, tokenIn(link), NEW_PASSWORD)

      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
      const { body } = await login(shop, email, NEW_PASSWORD)
      expect(await isConfirmed(shop, body.access_token)).toBe(true)
    })

    it('is not confirmed by a link that is expired, made up, or was mailed to another address', async () => {
      const { token, email } = await openAccount(shop)
      const [own] = await deliverMails(shop)
      const moved = `moved.${email}`
      await shop.sql`update app_user set email = ${moved} where email = ${email}`
      expect((await confirmEmail(shop, tokenIn(own))).status).toBe(422)
      await shop.sql`update app_user set email = ${email} where email = ${moved}`
      await shop.sql`update email_confirmation set expires_at = now()`

      for (const link of [tokenIn(own), 'x'.repeat(43)]) {
        expect((await confirmEmail(shop, link)).status).toBe(422)
      }
      expect(await isConfirmed(shop, token)).toBe(false)
    })

    it('gets three confirmation links a day, in addition to password links', async () => {
      const { token, email } = await openAccount(shop)
      for (let i = 0; i < 3; i++) await shop.call('POST', '/api/auth/email/resend', { token })
      await askForLink(shop, email, '127.20.1.1')

      const mails = await deliverMails(shop)

      expect(mails).toHaveLength(4)
      expect(mails.at(-1)?.subject).toMatch(/^Set a new password/)
    })

    it('that is unconfirmed gets three password links a day for each network', async () => {
      const { email } = await openAccount(shop)
      await deliverMails(shop)
      for (let hour = 0; hour < 3; hour++) {
        for (let i = 0; i < 4; i++) await askForLink(shop, email, '127.21.1.1')
        await anHourLater(shop)
      }
      expect(await deliverMails(shop)).toHaveLength(3)

      await askForLink(shop, email, '127.21.2.1')

      const [link] = await deliverMails(shop)
      expect(link?.to).toBe(email)
      await setPassword(shop, tokenIn(link), NEW_PASSWORD)
      await deliverMails(shop)
      await askForLink(shop, email, '127.21.2.1')
      await anHourLater(shop)
      for (let i = 0; i < 4; i++) await askForLink(shop, email, '127.21.2.1')
      expect(await deliverMails(shop)).toHaveLength(4)
    })

    it('that strangers enter as their new one gets three emails a day in all', async () => {
      const stranger = `stranger.${crypto.randomUUID()}@mail.example`
      for (const { token, username } of await shop.customers(5)) {
        const body = { username, email: stranger }
        const answer = await shop.call('PUT', '/api/auth/user/update', { token, body })
        expect(answer.status).toBe(200)
      }

      const mails = await deliverMails(shop)

      expect(mails.filter(({ to }) => to === stranger)).toHaveLength(3)
    })

    it('keeps a rating pending until it is confirmed', async () => {
      const { token } = await openAccount(shop)
      const [link] = await deliverMails(shop)
      const [productId = 0, other = 0] = await shop.products(2)

      const first = await rate(shop, token, productId, 1)
      await rate(shop, token, other, 2)

      expect(first.body).toEqual({ message: expect.any(String), data: { rating: 0, ratings: 0 } })
      expect(await ratingOf(shop, productId)).toEqual([null, 0, [0, 0, 0, 0, 0]])
      await rate(shop, token, productId, 4)
      expect((await confirmEmail(shop, tokenIn(link))).status).toBe(200)
      // Cached responses are up to a second old.
      await vi.waitFor(
        async () => expect(await ratingOf(shop, productId)).toEqual([4, 1, [0, 0, 0, 1, 0]]),
        60_000,
      )
      expect(await ratingOf(shop, other)).toEqual([2, 1, [0, 1, 0, 0, 0]])
      expect((await rate(shop, token, productId, 5)).body.data).toEqual({ rating: 5, ratings: 1 })
    })

    it('need not be confirmed to rate a product that is paid for, earlier or later', async () => {
      const { token, id } = await openAccount(shop)
      const [before = 0, after = 0] = await shop.products(2)
      await rate(shop, token, before, 3)
      for (const product of [before, after]) await buy(shop, token, product)
      await rate(shop, token, after, 5)

      expect(await ratingOf(shop, before)).toEqual([3, 1, [0, 0, 1, 0, 0]])
      expect(await ratingOf(shop, after)).toEqual([5, 1, [0, 0, 0, 0, 1]])
      const rows = await shop.sql`
        select from app_user where id = ${id} and email_confirmed_at is null`
      expect(rows).toHaveLength(1)
    })
  },
  CAN_MAIL,
)

describeShop(
  'an account that rates, orders and is confirmed at once',
  (shop) => {
    it('takes its locks in one order, and counts every rating once', async () => {
      const [before] = [await countDeadlocks(shop.db.run), await deliverMails(shop)]
      for (let round = 0; round < volume(3, 25); round++) {
        const { token } = await unconfirmed(shop)
        const [link] = await deliverMails(shop)
        const [paid = 0, ...products] = await shop.products(4)

        const answers = await Promise.all([
          ...products.map((product) => rate(shop, token, product, 4)),
          ...products.map((product) => order(shop, token, product)),
          confirmEmail(shop, tokenIn(link)),
          rate(shop, token, paid, 4),
          buy(shop, token, paid),
          ...products.map((product) => rate(shop, token, product, 2)),
        ])

        for (const { status } of answers) expect([200, 201]).toContain(status)
        for (const product of [paid, ...products]) {
          expect((await ratingOf(shop, product))[1]).toBe(1)
        }
        expect(await checkInvariants(shop.db.run)).toEqual([])
      }

      expect((await countDeadlocks(shop.db.run)) - before).toBe(0)
    })
  },
  CAN_MAIL,
)

describeShop('a shop that cannot mail', (shop) => {
  it('treats nobody as unconfirmed', async () => {
    await deliverMails(shop)
    const { token } = await openAccount(shop)
    const productId = await shop.product()

    expect(await deliverMails(shop)).toEqual([])
    expect(await isConfirmed(shop, token)).toBe(true)
    expect((await rate(shop, token, productId, 2)).body.data).toEqual({ rating: 2, ratings: 1 })
    await shop.call('POST', '/api/auth/email/resend', { token })
    expect(await deliverMails(shop)).toEqual([])
  })
})

async function openAccount(shop: Shop, language = 'en') {
  const email = `new.${crypto.randomUUID()}@mail.example`
  await register(shop, email, { 'accept-language': language })
  const { body } = await login(shop, email)
  const token: string = body.access_token
  const user = await shop.call('GET', '/api/user', { token })
  return { id: Number(user.body.id), email, token }
}

/** A customer who has been mailed a confirmation link, as after a sign-up but without hashing a password. */
async function unconfirmed(shop: Shop) {
  const person = await shop.customer()
  await shop.call('POST', '/api/auth/email/resend', { token: person.token })
  return person
}

async function anHourLater(shop: Shop): Promise<void> {
  await shop.sql`update throttle set resets_at = resets_at - interval '61 minutes'`
}

async function isConfirmed(shop: Shop, token: string): Promise<boolean> {
  return (await shop.call('GET', '/api/user', { token })).body.emailConfirmed
}

function rate(shop: Shop, token: string, productId: number, rating: number) {
  return shop.call('POST', '/api/user/rate', { token, body: { productId, rating } })
}

async function ratingOf(shop: Shop, productId: number) {
  const { body } = await shop.call('GET', `/api/products/${productId}`)
  return [body.rating, body.ratings, body.spread]
}

function order(shop: Shop, token: string, product: number) {
  return shop.call('POST', '/api/user/order', { token, body: { orders: [{ Product: product }] } })
}

async function buy(shop: Shop, token: string, product: number) {
  await order(shop, token, product)
  const id = await shop.value`
    select id from orders where product_id = ${product} order by id desc limit 1`
  const { token: staff } = await shop.admin()
  await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: staff })
  const paid = await shop.call('POST', `/api/user/order/${id}/payment`, { token })
  expect(paid.status).toBe(200)
  return paid
}
