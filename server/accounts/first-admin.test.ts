import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { openSignals } from '../platform/db/signals.ts'
import { StartError } from '../platform/start-error.ts'
import { ensureFirstAdmin } from './first-admin.ts'
import { createSessions } from './sessions/sessions.ts'
import { setAdmin } from './set-admin.ts'

const ADMIN = { email: 'owner@barq.example', password: 'a long secret' }

describeShop('the first admin', (shop) => {
  it('cannot be a customer', async () => {
    await shop.customer({ email: 'Somebody@barq.example' })

    await expect(
      ensureFirstAdmin(shop.db, { ...ADMIN, email: 'somebody@barq.example' }),
    ).rejects.toThrow(StartError)
  })

  it('is missing in a new shop, and with only a demo admin or one who is locked out', async () => {
    expect(await ensureFirstAdmin(shop.db, null)).toBe('missing')
    const demo = await shop.admin()
    const locked = await shop.admin()
    await shop.sql`update app_user set demo = true where id = ${demo.id}`
    await shop.sql`update app_user set disabled_at = now() where id = ${locked.id}`

    expect(await ensureFirstAdmin(shop.db, null)).toBe('missing')
  })

  it('is created once, even by two starts at once, and can sign in', async () => {
    const made = await Promise.all([
      ensureFirstAdmin(shop.db, ADMIN),
      ensureFirstAdmin(shop.db, ADMIN),
    ])
    const again = await ensureFirstAdmin(shop.db, { ...ADMIN, password: 'another secret' })

    expect(made.toSorted()).toEqual(['created', 'existing'])
    expect(again).toBe('existing')
    const { body } = await shop.call('POST', '/api/auth/login', { body: ADMIN })
    expect(body.account_type).toBe('admin')
    const user = await shop.call('GET', '/api/auth/user', { token: body.access_token })
    expect(user.body.username).toBe('owner')
  })
})

describeShop('an admin made from the command line', (shop) => {
  const signIn = (user: { email: string; password: string }) =>
    shop.call('POST', '/api/auth/login', { body: user })
  const set = async (user: { email: string; password: string }) =>
    setAdmin(shop.db, createSessions(shop.db, await openSignals(shop.db)), user)

  it('is made beside others, and gets a new password that ends all sessions', async () => {
    await ensureFirstAdmin(shop.db, ADMIN)
    const second = { ...ADMIN, email: 'second@barq.example' }

    expect(await set(second)).toBe('created')
    const { body } = await signIn(second)
    expect(body.account_type).toBe('admin')
    const token = body.access_token

    expect(await set({ email: 'SECOND@barq.example', password: 'another secret' })).toBe('changed')
    expect((await shop.call('GET', '/api/auth/user', { token })).status).toBe(401)
    expect((await signIn(second)).status).toBe(401)
    expect((await signIn({ ...second, password: 'another secret' })).status).toBe(200)
    expect((await signIn(ADMIN)).status).toBe(200)
  })

  it('is no customer, and no account that is locked', async () => {
    await shop.customer({ email: 'somebody@barq.example' })
    const locked = await shop.admin()
    const rows = await shop.sql<{ email: string }>`
      update app_user set disabled_at = now() where id = ${locked.id} returning email`

    for (const email of ['somebody@barq.example', rows[0]?.email ?? '']) {
      await expect(set({ email, password: 'a long secret' })).rejects.toThrow(StartError)
    }
  })
})
