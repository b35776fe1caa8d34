import { expect, it } from 'vitest'
import { login } from '#tests/kit/accounts.ts'
import { deliverMails } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Person } from '#tests/kit/shop.ts'

describeShop('an API token', (shop) => {
  const create = (owner: Person, role: string, name = 'Stock sync') =>
    shop.call('POST', '/api/admin/api-tokens', { token: owner.token, body: { name, role } })
  const created = async (owner: Person, role: string): Promise<{ id: number; token: string }> => {
    const { status, body } = await create(owner, role)
    expect(status, JSON.stringify(body)).toBe(201)
    return { id: body.data.id, token: body.token }
  }
  const listed = async (owner: Person) =>
    (await shop.call('GET', '/api/admin/api-tokens', owner)).body.tokens
  const statusOf = async (method: string, path: string, token: string, body?: object) =>
    (await shop.call(method, path, { token, body })).status

  shop.keepInvariants()

  // tests/access/function-level.test.ts tries every endpoint.
  it('does what its role may, and says why it does nothing else', async () => {
    const owner = await shop.admin()
    const { token } = await created(owner, 'orders')
    expect(token).toMatch(/^barq_[\w-]{43}$/)
    expect(await statusOf('GET', '/api/admin/orders', token)).toBe(200)
    expect(await statusOf('GET', '/api/products', token)).toBe(200)
    const { token: manager } = await created(owner, 'manager')
    const coupon = { current_password: 'lightning' }
    const refused = await shop.call('POST', '/api/admin/coupons', { token: manager, body: coupon })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "API tokens can't do this. Sign in instead.",
    ])
  })

  it('is created by owners alone, shown once, listed with its use, and no device', async () => {
    const [owner, other] = [await shop.admin(), await shop.admin()]
    await deliverMails(shop)
    const { id, token } = await created(owner, 'reader')
    const of = async () => (await listed(owner)).filter((one: { id: number }) => one.id === id)
    const [entry] = await of()
    expect(entry).toMatchObject({ id, name: 'Stock sync', role: 'reader', last_used_at: null })
    expect(JSON.stringify(entry)).not.toContain(token)
    await statusOf('GET', '/api/admin/orders', token)
    expect(await of()).toMatchObject([{ id, last_used_at: expect.any(String) }])
    expect((await create(owner, 'owner')).status).toBe(422)
    const told = (await deliverMails(shop)).filter(({ text }) => text.includes('“Stock sync”'))
    expect(told).toContainEqual(
      expect.objectContaining({ to: other.email, subject: 'New API token for Barq' }),
    )
    expect(told[0]?.text).toContain('the role Reader.')
    expect(told[0]?.text).toContain('https://shop.example/admin/integrations')
    const { sessions } = (await shop.call('GET', '/api/auth/sessions', owner)).body
    expect(sessions).toHaveLength(1)
    expect(await statusOf('DELETE', `/api/auth/sessions/${id}`, owner.token)).toBe(404)
    const { token: manager } = await created(owner, 'manager')
    const brand = { name: 'Lumen', name_ar: '', logo: null }
    expect(await statusOf('POST', '/api/admin/brands', manager, brand)).toBe(201)
    const auditOf = (entity: string) =>
      shop.call('GET', '/api/admin/audit', { token: owner.token, query: { entity } })
    expect((await auditOf('brand')).body.entries[0].actor).toMatchObject({
      id: owner.id,
      api_token: 'Stock sync',
    })
    const audit = await auditOf('api_token')
    expect(audit.body.entries[1]).toMatchObject({
      action: 'create',
      after: { name: 'Stock sync', role: 'reader' },
      actor: { id: owner.id, api_token: null },
    })
  })

  it('is one of twenty at most, however many are asked for at once', async () => {
    const owner = await shop.admin()
    for (let count = 1; count < 20; count++) await created(owner, 'reader')
    const last = await Promise.all([create(owner, 'reader'), create(owner, 'reader')])
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(last.find(({ status }) => status === 409)?.body.message).toBe(
      "You've reached the limit of 20 entries. Delete one to add another.",
    )
  })

  it('outlives sign-outs, and ends when it is revoked, or its owner is one no longer or has a new password', async () => {
    const [owner, other] = [await shop.admin(), await shop.admin()]
    const [kept, revoked] = [await created(owner, 'reader'), await created(owner, 'reader')]
    const works = ({ token }: { token: string }) => statusOf('GET', '/api/admin/orders', token)
    expect(await statusOf('DELETE', '/api/auth/sessions', owner.token)).toBe(200)
    expect(await statusOf('POST', '/api/auth/logout', owner.token)).toBe(200)
    expect([await works(kept), await works(revoked)]).toEqual([200, 200])

    expect(await statusOf('DELETE', `/api/admin/api-tokens/${revoked.id}`, other.token)).toBe(200)
    expect([await works(kept), await works(revoked)]).toEqual([200, 401])
    expect(await statusOf('DELETE', `/api/admin/api-tokens/${revoked.id}`, other.token)).toBe(404)

    const edit = { name: 'A', email: owner.email, role: 'owner', is_active: true }
    expect(await statusOf('PUT', `/api/admin/staff/${owner.id}`, other.token, edit)).toBe(200)
    expect(await works(kept)).toBe(200)
    edit.role = 'manager'
    expect(await statusOf('PUT', `/api/admin/staff/${owner.id}`, other.token, edit)).toBe(200)
    expect(await works(kept)).toBe(401)
    const { access_token: token } = (await login(shop, owner.email)).body
    expect((await create({ ...owner, token }, 'reader')).status).toBe(403)

    const own = await created(other, 'reader')
    const { username, email } = (await shop.call('GET', '/api/auth/user', other)).body
    const profile = { username, email, password: 'a new password', current_password: PASSWORD }
    expect(await statusOf('PUT', '/api/auth/user/update', other.token, profile)).toBe(200)
    expect(await works(own)).toBe(401)
  })
})
