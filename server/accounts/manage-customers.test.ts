import { beforeAll, expect, it } from 'vitest'
import type { Customer } from '#contract/admin.ts'
import { login } from '#tests/kit/accounts.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('customers, as staff sees them', (shop) => {
  let admin: Person
  let sara: Person
  const call = (method: string, path: string, query: Record<string, string> = {}) =>
    shop.call(method, `/api/admin/customers${path}`, { token: admin.token, query })
  const names = async (query: Record<string, string>) =>
    (await call('GET', '', query)).body.customers.map(({ username }: Customer) => username)

  /** All customers, read in pages of one. */
  const paged = async (sort: string) => {
    const found: Customer[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await call('GET', '', { sort, limit: '1', ...(cursor && { cursor }) })
      found.push(...body.customers)
      cursor = body.nextCursor
    }
    return found
  }

  beforeAll(async () => {
    admin = await shop.admin({ username: 'Owner' })
    sara = await shop.customer({ username: 'Sara', email: 'sara.h@barq.example' })
    await shop.customer({ username: 'أحمد' })
    await shop.customer({ username: 'Omar' })
    const product = await shop.product({ price: 12.5 })
    for (const state of ['paid', 'open', 'refunded']) {
      const { body } = await shop.call('POST', '/api/user/order', {
        token: sara.token,
        body: { orders: [{ Product: product, quantity: 2 }] },
      })
      const order = `/api/admin/orders/${body.data[0].id}`
      if (state === 'open') continue
      await shop.call('POST', `${order}/confirm`, { token: admin.token })
      await shop.call('POST', `/api/user/order/${body.data[0].id}/payment`, { token: sara.token })
      if (state === 'paid') continue
      await shop.call('POST', `${order}/refund`, { token: admin.token, body: { goodsBack: true } })
    }
  })

  it('are listed newest first with what they ordered and spent, without the staff', async () => {
    const { body } = await call('GET', '')

    expect(body.customers).toMatchObject([
      { username: 'Omar', orders: 0, spend: 0 },
      { username: 'أحمد' },
      { username: 'Sara', email: 'sara.h@barq.example', orders: 3, spend: 25, disabled_at: null },
    ])
    expect(body.customers[0]).not.toHaveProperty('password_hash')
    const first = (await call('GET', '', { limit: '2' })).body
    expect(await names({ limit: '2', cursor: first.nextCursor })).toEqual(['Sara'])
  })

  it('are sorted by what they spent and ordered, page by page, ties too', async () => {
    const omar = await shop.customer({ username: 'Omar' })
    const product = await shop.product({ price: 40 })
    await shop.call('POST', '/api/user/order', {
      token: omar.token,
      body: { orders: [{ Product: product }] },
    })
    const [order] = await shop.sql<{ id: number }>`
      select id from orders where user_id = ${omar.id}`
    const id = order?.id
    await shop.call('POST', `/api/admin/orders/${id}/confirm`, { token: admin.token })
    await shop.call('POST', `/api/user/order/${id}/payment`, { token: omar.token })

    expect((await paged('spend')).map(({ spend }) => spend)).toEqual([40, 25, 0, 0])
    expect((await paged('orders')).map(({ orders }) => orders)).toEqual([3, 1, 0, 0])
    expect(new Set((await paged('spend')).map((one) => one.id)).size).toBe(4)
    expect(await names({ sort: 'spend', search: 'sara' })).toEqual(['Sara'])
    const { nextCursor } = (await call('GET', '', { sort: 'spend', limit: '1' })).body
    expect((await call('GET', '', { sort: 'orders', cursor: nextCursor })).status).toBe(422)
    expect((await call('GET', '', { sort: 'wealth' })).status).toBe(422)
    // Checks, among other rules, that the stored totals equal the sums of the orders.
    expect(await checkInvariants(shop.db.run)).toEqual([])
    await call('POST', `/${omar.id}/disable`)
    await shop.sql`update app_user set deleted_at = now() where id = ${omar.id}`
  })

  it('are found by name and email', async () => {
    expect(await names({ search: 'SARA.H@' })).toEqual(['Sara'])
    expect(await names({ search: 'احمد' })).toEqual(['أحمد'])
    expect(await names({ search: 'owner' })).toEqual([])
    expect(await names({ search: '%' })).toEqual([])
  })

  it('are shown one by one', async () => {
    const { body } = await call('GET', `/${sara.id}`)

    expect(body.data).toMatchObject({ username: 'Sara', orders: 3, spend: 25 })
    expect(body.sessions).toBe(1)
    expect(body.orders).toHaveLength(3)
    expect(body.orders[0]).toMatchObject({ customer: { id: sara.id }, state: 'canceled' })
    expect((await call('GET', `/${admin.id}`)).status).toBe(404)
    expect((await call('GET', '/999999')).status).toBe(404)
  })

  it('are locked out at once in every process, and can be unlocked', async () => {
    const omar = await shop.customer({ username: 'Omar too' })
    const another = await shop.anotherApp()
    const bearer = { authorization: `Bearer ${omar.token}` }
    // Makes both processes cache the token.
    for (const app of [shop.app, another]) {
      expect((await app.inject({ url: '/api/user', headers: bearer })).statusCode).toBe(200)
    }

    const { body } = await call('POST', `/${omar.id}/disable`)

    expect(body.data.disabled_at).toEqual(expect.any(String))
    expect((await shop.call('GET', '/api/user', { token: omar.token })).status).toBe(401)
    await expect
      .poll(async () => (await another.inject({ url: '/api/user', headers: bearer })).statusCode)
      .toBe(401)
    await another.close()
    expect(await login(shop, omar.email)).toMatchObject({
      status: 401,
      body: { error: 'bad_credentials' },
    })
    expect((await call('GET', `/${omar.id}`)).body.sessions).toBe(0)
    expect(await names({ disabled: 'true' })).toEqual(['Omar too'])

    await call('POST', `/${omar.id}/enable`)
    expect((await login(shop, omar.email)).status).toBe(200)
    expect((await shop.call('GET', '/api/user', { token: omar.token })).status).toBe(401)
    await call('POST', `/${omar.id}/enable`)
    const rows = await shop.sql`
      select action, before, after from audit_entry
      where entity = 'customer' and entity_id = ${omar.id} order by id`
    expect(rows).toEqual([
      { action: 'disable', before: { disabled: false }, after: { disabled: true } },
      { action: 'enable', before: { disabled: true }, after: { disabled: false } },
    ])
  })

  it('do not include staff, who cannot be locked out', async () => {
    expect((await call('POST', `/${admin.id}/disable`)).status).toBe(404)
    expect((await call('POST', '/999999/enable')).status).toBe(404)
  })
})
