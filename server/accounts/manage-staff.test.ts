import { expect, it } from 'vitest'
import { login, setPassword } from '#tests/kit/accounts.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Person } from '#tests/kit/shop.ts'

const CLERK = { name: 'Clerk', email: 'clerk@shop.example', role: 'orders', is_active: true }

describeShop('the staff', (shop) => {
  const call = (owner: Person, method: string, id = '', body?: object) =>
    shop.call(method, `/api/admin/staff${id && `/${id}`}`, { token: owner.token, body })

  it('are invited by a mail, choose a password, and do what their role allows', async () => {
    const owner = await shop.admin()
    const invited = await call(owner, 'POST', '', CLERK)
    expect(invited.status).toBe(201)
    expect(invited.body.data).toMatchObject({ ...CLERK, is_invited: true })
    const [mail] = await deliverMails(shop)
    expect(mail).toMatchObject({ to: CLERK.email, subject: 'You can work in the shop now' })

    expect((await setPassword(shop, tokenIn(mail), PASSWORD)).status).toBe(200)
    const { access_token: token } = (await login(shop, CLERK.email, PASSWORD)).body
    const { body: user } = await shop.call('GET', '/api/auth/user', { token })
    expect(user).toMatchObject({ account_type: 'admin', role: 'orders' })
    expect((await shop.call('GET', '/api/admin/orders', { token })).status).toBe(200)
    const refused = await shop.call('GET', '/api/admin/tax', { token })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Your role doesn't include this. Ask the shop's owner.",
    ])
    const { body } = await call(owner, 'GET')
    expect(body.staff).toContainEqual({ ...invited.body.data, is_invited: false })
    const audit = await shop.call('GET', '/api/admin/audit', {
      token: owner.token,
      query: { entity: 'staff' },
    })
    expect(audit.body.entries).toMatchObject([{ action: 'create', after: { role: 'orders' } }])
  })

  it('may have been customers, if these have shown that the address is theirs', async () => {
    const owner = await shop.admin()
    const [stranger, known] = [await shop.customer(), await shop.customer()]
    await shop.db.run
      .updateTable('app_user')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', known.id)
      .execute()
    const asStaff = ({ email }: Person) => call(owner, 'POST', '', { ...CLERK, email })

    expect((await asStaff(stranger)).body.errors.email[0]).toMatch(/belongs to staff, or to/)
    expect((await asStaff(owner)).status).toBe(422)
    expect((await asStaff(known)).body.data).toMatchObject({ id: known.id, role: 'orders' })
  })

  it('lose every session with another role, and all rights with none', async () => {
    const [owner, clerk] = [await shop.admin(), await shop.admin()]
    const form = { ...CLERK, email: clerk.email, role: 'reader' }
    expect((await call(owner, 'PUT', String(clerk.id), form)).body.data.role).toBe('reader')
    const user = () => shop.call('GET', '/api/auth/user', { token: clerk.token })
    expect((await user()).status).toBe(401)

    expect((await call(owner, 'DELETE', String(clerk.id))).status).toBe(200)
    const { body } = await login(shop, clerk.email, PASSWORD)
    expect(body.account_type).toBe('customer')
    expect((await call(owner, 'PUT', String(clerk.id), form)).status).toBe(404)
  })

  it('keep an owner: nobody changes his own role, and of two who remove each other one stays', async () => {
    const [one, two] = [await shop.admin(), await shop.admin()]
    expect((await call(one, 'DELETE', String(one.id))).status).toBe(403)
    expect((await call(one, 'PUT', String(one.id), CLERK)).status).toBe(403)

    const answers = await Promise.all([
      call(one, 'DELETE', String(two.id)),
      call(two, 'DELETE', String(one.id)),
    ])

    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect([401, 403]).toContain(statuses[1])
  })
})
