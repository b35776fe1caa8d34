/** A3: staff-only calls are for accounts that are staff in the database at that moment. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contractEndpoints, methodOf, pathOf } from '#tests/kit/endpoints.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { acceptedBy } from './bodies.ts'

const OF_STAFF = (await contractEndpoints()).filter(({ call }) => call.includes(' /api/admin/'))

describeShop('the calls of staff', (shop) => {
  it('are a 403 to customers and to demoted admins, and change nothing', async () => {
    const [customer, demoted] = [await shop.customer(), await shop.admin()]
    // The process caches the token as one of staff before the account is demoted.
    expect((await shop.call('GET', '/api/admin/orders', demoted)).status).toBe(200)
    await setAccountType(shop, demoted, 'customer')
    const before = await fingerprint(shop)
    const statuses = new Map<string, number>()
    for (const endpoint of OF_STAFF) {
      for (const [who, person] of Object.entries({ customer, demoted })) {
        statuses.set(`${endpoint.call} by ${who}`, (await send(shop, endpoint, person)).status)
      }
    }

    const letIn = [...statuses].filter(([, status]) => status !== 403)
    expect(letIn).toEqual([])
    expect(await fingerprint(shop)).toEqual(before)
    await setAccountType(shop, demoted, 'admin')
    expect((await shop.call('GET', '/api/admin/orders', demoted)).status).toBe(200)
    expect(OF_STAFF.length).toBeGreaterThan(30)
  })

  it('believe no header, field or query that claims to be staff', async () => {
    const { token } = await shop.customer()
    const claims = { account_type: 'admin', role: 'admin', isAdmin: 'true' }
    for (const endpoint of OF_STAFF) {
      const answer = await shop.call(methodOf(endpoint), pathOf(endpoint), {
        token,
        query: claims,
        headers: { 'x-account-type': 'admin', cookie: 'account_type=admin', 'x-user-id': '1' },
        ...(endpoint.body && { body: claims }),
      })
      expect(answer.status, endpoint.call).toBe(403)
    }
  })

  it('end for an admin who is locked out', async () => {
    const staff = await shop.admin()
    await sql`update app_user set disabled_at = now() where id = ${staff.id}`.execute(shop.db.run)
    for (const endpoint of OF_STAFF) {
      expect([401, 403], endpoint.call).toContain((await send(shop, endpoint, staff)).status)
    }
  })
})

async function setAccountType(shop: Shop, { id }: Person, type: string): Promise<void> {
  await sql`update app_user set account_type = ${type} where id = ${id}`.execute(shop.db.run)
}

function send(shop: Shop, endpoint: Endpoint, { token }: Person) {
  return shop.call(methodOf(endpoint), pathOf(endpoint), { token, ...acceptedBy(endpoint) })
}
