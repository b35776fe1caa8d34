import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createCatalogChanges } from '#server/catalog/catalog-changes.ts'
import { createOrders } from '#server/orders/orders.ts'
import { askForLink, login, register } from '#tests/kit/accounts.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverMails } from '#tests/kit/mails.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'

describeShop('deleting the own account', (shop) => {
  it('keeps the orders and nothing personal, and frees the email', async () => {
    const person = await shop.customer({ username: 'Layla Noor', email: 'layla.noor@mail.example' })
    const other = await shop.signIn(person)
    const picture = await fillAccount(shop, person)

    const answer = await close(shop, person)

    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: expect.any(String) })
    for (const token of [person.token, other]) {
      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    }
    expect((await login(shop, person.email)).status).toBe(401)
    expect((await shop.app.inject(picture)).statusCode).toBe(404)
    const [mail] = await deliverMails(shop)
    expect([mail?.to, mail?.subject]).toEqual([person.email, 'Your Barq account was deleted'])
    expect(await dump(shop)).not.toMatch(/layla|noor|\+971|Sharjah|203\.0\.113|subject-of-layla/i)
    const rows = await shop.sql<{ orders: number; ratings: number }>`
      select (select count(*) from orders where user_id = ${person.id}) as orders,
        (select count(*) from rating where user_id = ${person.id}) as ratings`
    expect(rows).toEqual([{ orders: 1, ratings: 1 }])

    expect((await register(shop, person.email)).status).toBe(201)
  })

  it('gives back the stock of what was ordered for cash and not sent', async () => {
    await shop.sql`update cash_on_delivery set is_on = true`
    const [person, admin] = [await shop.customer(), await shop.admin()]
    const Product = await shop.product({ stock: 3 })
    const ordered = await shop.call('POST', '/api/user/order', {
      token: person.token,
      body: { orders: [{ Product }], payment: 'cash' },
    })
    const path = `/api/admin/orders/${ordered.body.data[0].id}`
    await shop.call('POST', `${path}/confirm`, { token: admin.token })
    await createOrders(shop.db, createCatalogChanges()).cancelUnpaid(3600)
    expect(await shop.available(Product)).toBe(2)
    expect((await close(shop, person)).status).toBe(200)

    await createOrders(shop.db, createCatalogChanges()).cancelUnpaid(3600)

    const { body } = await shop.call('GET', path, { token: admin.token })
    expect(body.data.state).toBe('canceled')
    expect(await shop.available(Product)).toBe(3)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('needs the password, and a mistyped one does not sign out', async () => {
    const person = await shop.customer()

    const wrong = await close(shop, person, 'not it')
    const missing = await shop.call('POST', '/api/auth/user/delete', {
      token: person.token,
      body: {},
    })

    expect([wrong.status, missing.status]).toEqual([422, 422])
    expect(wrong.body.errors.password).toHaveLength(1)
    expect((await shop.call('GET', '/api/user', { token: person.token })).status).toBe(200)
  })

  it('asks an account without a password to set one first', async () => {
    const person = await shop.customer()
    await shop.sql`update app_user set password_hash = null where id = ${person.id}`

    const answer = await close(shop, person, '')

    expect(answer.status).toBe(422)
    expect(answer.body.errors.password[0]).toContain('no password yet. Set a password first')
  })

  it('is not for staff, nor for the accounts of a demo', async () => {
    const admin = await shop.admin()
    const demo = await shop.customer()
    await shop.sql`update app_user set demo = true where id = ${demo.id}`

    for (const person of [admin, demo]) {
      expect((await close(shop, person)).status).toBe(403)
      expect((await shop.call('GET', '/api/user', { token: person.token })).status).toBe(200)
    }
  })

  it('happens once when requested many times at once', async () => {
    const person = await shop.customer()

    const answers = await Promise.all(Array.from({ length: 6 }, () => close(shop, person)))

    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const mails = (await deliverMails(shop)).filter(({ to }) => to === person.email)
    expect(mails).toHaveLength(1)
  })
})

describeShop('the data export', (shop) => {
  it("come as one file with everything that is stored, and nothing that is somebody else's", async () => {
    const person = await shop.customer({ username: 'Omar' })
    const picture = await fillAccount(shop, person)

    const answer = await shop.call('GET', '/api/auth/user/data', { token: person.token })

    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="barq-data.json"',
      'cache-control': 'no-store',
    })
    expect(answer.body).toEqual({
      exported_at: expect.any(String),
      profile: {
        id: person.id,
        username: 'Omar',
        email: person.email,
        emailConfirmed: true,
        guest: false,
        pendingEmail: null,
        phone: '+971501234568',
        country: 'UAE',
        city: 'Sharjah',
        profileImage: picture,
        account_type: 'customer',
        role: null,
        locale: 'en',
        created_at: expect.any(String),
      },
      addresses: [expect.objectContaining({ name: 'Layla', isDefault: true })],
      orders: [expect.objectContaining({ orderBy: person.id, state: 'pending' })],
      notes: [],
      invoices: [],
      cart: [expect.objectContaining({ quantity: 1, isRead: false })],
      devices: [],
      ratings: [
        {
          product: expect.any(Number),
          name: expect.any(String),
          stars: 4,
          at: expect.any(String),
        },
      ],
      sessions: expect.arrayContaining([expect.objectContaining({ current: true })]),
      passkeys: [],
      identities: [
        { issuer: 'https://a.example', subject: expect.any(String), linked_at: expect.any(String) },
      ],
    })
    expect(answer.text).not.toMatch(/hash|argon2/)

    const { body } = await shop.call('GET', '/api/auth/user/data', await shop.customer())
    expect([body.orders, body.cart, body.ratings, body.identities]).toEqual([[], [], [], []])
    expect(body.sessions).toHaveLength(1)
  })
})

/** Fills the account with personal data. @returns the URL of the account's picture. */
async function fillAccount(shop: Shop, person: Person): Promise<string> {
  const { token, username, email } = person
  const [ordered = 0, kept = 0] = await shop.products(2)
  const as = (method: string, path: string, body: unknown) =>
    shop.call(method, path, { token, body })
  await as('PUT', '/api/auth/user/update', {
    username,
    email,
    phone: '+971501234568',
    country: 'UAE',
    city: 'Sharjah',
  })
  await as('POST', '/api/user/cart', { cart: ordered })
  await as('POST', '/api/user/addresses', {
    name: 'Layla',
    phone: '+971 50 123 4567',
    country: 'AE',
    region: 'SH',
    lines: ['Noor 1'],
  })
  await as('POST', '/api/user/order', { orders: [{ Product: ordered }] })
  await as('POST', '/api/user/cart', { cart: kept })
  await as('POST', '/api/user/rate', { productId: ordered, rating: 4 })
  await login(shop, email, PASSWORD, '203.0.113.4')
  await askForLink(shop, email)
  await shop.sql`insert into identity (issuer, subject, user_id)
    values ('https://a.example', ${`subject-of-layla-${person.id}`}, ${person.id})`
  const create = { width: 20, height: 20, channels: 3 as const, background: 'red' }
  const picture = await sharp({ create }).png().toBuffer()
  const { body } = await shop.call('POST', '/api/auth/upload_images', {
    token,
    ...multipart('image', picture),
  })
  return body.data.profileImage
}

function close(shop: Shop, { token }: Person, password = PASSWORD) {
  return shop.call('POST', '/api/auth/user/delete', { token, body: { password } })
}

/** Every row of every table as text, except the attempt counts, whose keys are hashes and IP addresses. */
async function dump(shop: Shop): Promise<string> {
  const tables = await shop.sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'throttle'`
  const texts = await Promise.all(
    tables.map(
      ({ name }) => shop.value`
        select coalesce(string_agg(t::text, ' '), '') from ${sql.table(name)} t`,
    ),
  )
  return texts.join('\n')
}
