import { expect, it } from 'vitest'
import { login, setPassword, undoEmail } from '#tests/kit/accounts.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { enrol, finishSignIn } from '#tests/kit/second-factor.ts'
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
    expect(mail).toMatchObject({
      to: CLERK.email,
      subject: "You've been invited to join the shop's staff",
    })

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

  it('do nothing without the second factor that an owner requires, who has it', async () => {
    const [owner, clerk] = [await shop.admin(), await shop.admin()]
    const require = (is_required: boolean) => call(owner, 'PUT', 'second-factor', { is_required })
    expect((await require(true)).status).toBe(409)
    await enrol(shop, owner)
    expect((await require(true)).status).toBe(200)

    expect((await shop.call('GET', '/api/auth/user', clerk)).status).toBe(401)
    const { access_token: token } = (await login(shop, clerk.email)).body
    const refused = await shop.call('GET', '/api/admin/orders', { token })
    expect([refused.status, refused.body.error]).toEqual([403, 'second_factor_missing'])
    const state = await shop.call('GET', '/api/auth/second-factor', { token })
    expect(state.body).toMatchObject({ is_on: false, is_required: true })
    await enrol(shop, { ...clerk, token })
    expect((await shop.call('GET', '/api/admin/orders', { token })).status).toBe(200)
    expect((await require(false)).status).toBe(200)
    const audit = await shop.call('GET', '/api/admin/audit', {
      token: owner.token,
      query: { entity: 'staff' },
    })
    expect(audit.body.entries.slice(0, 2)).toMatchObject([
      { after: { second_factor_required: false } },
      { after: { second_factor_required: true } },
    ])
  })

  it('who lost their phone lose the second factor and every session, by another owner', async () => {
    const [owner, clerk] = [await shop.admin(), await shop.admin()]
    await enrol(shop, clerk)
    const { challenge } = (await login(shop, clerk.email)).body
    await deliverMails(shop)
    expect((await call(clerk, 'DELETE', `${clerk.id}/second-factor`)).status).toBe(403)

    const reset = await call(owner, 'DELETE', `${clerk.id}/second-factor`)
    expect([reset.status, reset.body.data.has_second_factor]).toEqual([200, false])
    expect((await shop.call('GET', '/api/auth/user', clerk)).status).toBe(401)
    expect((await finishSignIn(shop, challenge, '123456')).body.errors.challenge).toHaveLength(1)
    expect((await login(shop, clerk.email)).status).toBe(200)
    const [mail] = await deliverMails(shop)
    expect(mail?.subject).toBe('Two-step sign-in is off for your Barq account')
  })

  it('may have been customers, if these have shown that the address is theirs', async () => {
    const owner = await shop.admin()
    const [stranger, known] = [await shop.customer(), await shop.customer()]
    await shop.sql`update app_user set email_confirmed_at = now() where id = ${known.id}`
    const asStaff = ({ email }: Person) => call(owner, 'POST', '', { ...CLERK, email })

    expect((await asStaff(stranger)).body.errors.email[0]).toMatch(
      /belongs to a staff member, or to/,
    )
    expect((await asStaff(owner)).status).toBe(422)
    expect((await asStaff(known)).body.data).toMatchObject({ id: known.id, role: 'orders' })
  })

  it('are no longer invited when the undoing of a new email has removed their password', async () => {
    const [owner, clerk] = [await shop.admin(), await shop.admin()]
    const body = { username: 'Clerk', email: 'thief@shop.example' }
    await deliverMails(shop)
    await shop.call('PUT', '/api/auth/user/update', { token: clerk.token, body })
    const mails = await deliverMails(shop)
    const notice = mails.find(({ to }) => to === clerk.email)
    expect((await undoEmail(shop, tokenIn(notice))).status).toBe(200)
    expect((await login(shop, clerk.email)).status).toBe(401)

    const { staff } = (await call(owner, 'GET')).body
    expect(staff).toContainEqual(expect.objectContaining({ id: clerk.id, is_invited: false }))
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
