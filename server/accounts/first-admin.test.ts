import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { StartError } from '../platform/start-error.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const ADMIN = { email: 'owner@barq.example', password: 'a long secret' }

describeShop('the first admin', (shop) => {
  it('is missing in a shop whose settings name none', async () => {
    expect(await ensureFirstAdmin(shop.db, null)).toBe('missing')
  })

  it('cannot be a customer', async () => {
    await shop.customer({ email: 'Somebody@barq.example' })

    await expect(
      ensureFirstAdmin(shop.db, { ...ADMIN, email: 'somebody@barq.example' }),
    ).rejects.toThrow(StartError)
  })

  it('is still missing with only a demo admin, or one who is locked out', async () => {
    const demo = await shop.admin()
    const locked = await shop.admin()
    await sql`update app_user set demo = true where id = ${demo.id}`.execute(shop.db.run)
    await sql`update app_user set disabled_at = now() where id = ${locked.id}`.execute(shop.db.run)

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
  })
})
