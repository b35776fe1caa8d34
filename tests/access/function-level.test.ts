/** A3: staff endpoints accept only accounts that are staff in the database at that moment. */
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { mayCall, ROLES, TOKEN_ROLES } from '#contract/roles.ts'
import { contractEndpoints, methodOf, pathOf } from '#tests/kit/endpoints.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { acceptedBy } from './bodies.ts'

const ENDPOINTS = await contractEndpoints()
const OF_STAFF = ENDPOINTS.filter(({ call }) => call.includes(' /api/admin/'))

describeShop('the calls of staff', (shop) => {
  it('are refused to anyone who is not staff in the database now, and change nothing', async () => {
    const [customer, demoted, disabled] = [
      await shop.customer(),
      await shop.admin(),
      await shop.admin(),
    ]
    // Makes the process cache both tokens as staff tokens.
    for (const staff of [demoted, disabled]) {
      expect((await shop.call('GET', '/api/admin/orders', staff)).status).toBe(200)
    }
    await setAccountType(shop, demoted, 'customer')
    await shop.sql`update app_user set disabled_at = now() where id = ${disabled.id}`
    const before = await fingerprint(shop)
    const letIn: string[] = []
    for (const endpoint of OF_STAFF) {
      for (const [who, person] of Object.entries({ customer, demoted, disabled })) {
        const { status } = await send(shop, endpoint, person)
        const isRefused = status === 403 || (who === 'disabled' && status === 401)
        if (!isRefused) letIn.push(`${endpoint.call} by ${who}: ${status}`)
      }
      const { status } = await claim(shop, endpoint, customer)
      if (status !== 403) letIn.push(`${endpoint.call} by a claim: ${status}`)
    }

    expect(letIn).toEqual([])
    expect(await fingerprint(shop)).toEqual(before)
    await setAccountType(shop, demoted, 'admin')
    expect((await shop.call('GET', '/api/admin/orders', demoted)).status).toBe(200)
    expect(OF_STAFF.length).toBeGreaterThan(30)
  })

  it('are only for customers with an account, except those about a purchase', async () => {
    const guest = await shop.customer()
    await shop.sql`update app_user set guest = true, password_hash = null, email_confirmed_at = null
      where id = ${guest.id}`
    const wrong: string[] = []
    for (const endpoint of await contractEndpoints()) {
      if (endpoint.access !== 'customer' || endpoint.call.endsWith('/logout')) continue
      const { status } = await shop.call(methodOf(endpoint), pathOf(endpoint, MISSING_ID), guest)
      if ((status === 403) === OF_A_PURCHASE.test(endpoint.call)) {
        wrong.push(`${endpoint.call}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    await shop.call('POST', '/api/auth/logout', guest)
    expect((await shop.call('GET', '/api/user', guest)).status).toBe(401)
  })

  it('are for the roles in the table of rights', async () => {
    const wrong: string[] = []
    for (const role of ROLES) {
      const person = await shop.admin()
      await shop.sql`update app_user set role = nullif(${role}, 'owner') where id = ${person.id}`
      for (const endpoint of OF_STAFF) {
        // Even an allowed request changes nothing: the id does not exist, and the body is empty.
        const { status } = await shop.call(methodOf(endpoint), pathOf(endpoint, MISSING_ID), person)
        if ((status === 403) === mayCall(role, endpoint.call)) {
          wrong.push(`${endpoint.call} by ${role}: ${status}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('are open to API tokens by the same table, except those that need a password or a person', async () => {
    const owner = await shop.admin()
    const guarded = ENDPOINTS.filter(({ access }) => access === 'customer' || access === 'admin')
    const wrong: string[] = []
    for (const role of TOKEN_ROLES) {
      const body = { name: role, role }
      const { token } = (await shop.call('POST', '/api/admin/api-tokens', { ...owner, body })).body
      for (const endpoint of role === 'manager' ? guarded : OF_STAFF) {
        const { call, access, stepUp } = endpoint
        const { status } = await shop.call(methodOf(endpoint), pathOf(endpoint, MISSING_ID), {
          token,
        })
        const isAllowed = access === 'admin' && !stepUp && mayCall(role, call)
        if ((status === 403) === isAllowed) wrong.push(`${call} by ${role}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    expect(guarded.length).toBeGreaterThan(OF_STAFF.length)
  })
})

/** Endpoints open to guests, repeated here to catch mistakes in the contract. */
const OF_A_PURCHASE =
  /^GET \/api\/(auth\/)?user$|\/api\/user\/(cart|addresses|quote|order|purchases|invoices)\b|\/(broadcasting|pusher)\//

const MISSING_ID = 999_999_999

/** Sends a request whose headers, query and body claim that the caller is staff. */
function claim(shop: Shop, endpoint: Endpoint, { token }: Person) {
  const claims = { account_type: 'admin', role: 'admin', isAdmin: 'true' }
  return shop.call(methodOf(endpoint), pathOf(endpoint), {
    token,
    query: claims,
    headers: { 'x-account-type': 'admin', cookie: 'account_type=admin', 'x-user-id': '1' },
    ...(endpoint.body && { body: claims }),
  })
}

async function setAccountType(shop: Shop, { id }: Person, type: string): Promise<void> {
  await shop.sql`update app_user set account_type = ${type} where id = ${id}`
}

function send(shop: Shop, endpoint: Endpoint, { token }: Person) {
  return shop.call(methodOf(endpoint), pathOf(endpoint), { token, ...acceptedBy(endpoint) })
}
