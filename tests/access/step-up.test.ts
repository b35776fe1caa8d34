/** Endpoints for which a staff member's token alone is not enough. */
import { beforeAll, expect, it } from 'vitest'
import { contractEndpoints, methodOf, pathOf } from '#tests/kit/endpoints.ts'
import { unchanged } from '#tests/kit/fingerprint.ts'
import { describeShop, PASSWORD, type Person } from '#tests/kit/shop.ts'
import { acceptedBy } from './bodies.ts'

/**
 * The endpoints that require a recent password confirmation, keyed by reason. Repeated here to catch mistakes in the
 * contract. Not included: product prices, which change daily and whose old values are in the audit log; and changes to
 * one's own account, whose endpoints check the password themselves (`updateProfile`, `closeAccount`).
 */
const NEED_PROOF = {
  'moves money out': ['POST /api/admin/orders/{id}/refund'],
  'changes what is charged': [
    'POST /api/admin/coupons',
    'PUT /api/admin/coupons/{id}',
    'PUT /api/admin/tax',
    'POST /api/admin/shipping-methods',
    'PUT /api/admin/shipping-methods/{id}',
    'POST /api/admin/products/imports',
    'POST /api/admin/products/imports/{id}/undo',
  ],
  'changes what customers read as the shop': [
    'PUT /api/admin/shop-details',
    'PUT /api/admin/shop-rules',
    'PUT /api/admin/legal-pages/{page}',
  ],
  'hands out data of customers in bulk': [
    'GET /api/admin/exports/{table}',
    'GET /api/admin/invoices/export',
  ],
  'ends accounts': ['POST /api/admin/customers/{id}/disable'],
  'changes how an account is opened': [
    'POST /api/auth/second-factor',
    'POST /api/auth/second-factor/confirm',
    'POST /api/auth/second-factor/recovery-codes',
    'POST /api/auth/second-factor/delete',
    'POST /api/auth/second-factor/passkeys',
    'POST /api/auth/second-factor/passkeys/options',
    'POST /api/auth/second-factor/passkeys/{id}/delete',
  ],
  'changes who may do what': [
    'POST /api/admin/api-tokens',
    'POST /api/admin/webhooks',
    'PUT /api/admin/webhooks/{id}',
    'POST /api/admin/staff',
    'PUT /api/admin/staff/{id}',
    'DELETE /api/admin/staff/{id}',
    'PUT /api/admin/staff/second-factor',
    'DELETE /api/admin/staff/{id}/second-factor',
  ],
}

const ENDPOINTS = await contractEndpoints()

describeShop('a session of staff that signed in long ago', (shop) => {
  let staff: Person
  beforeAll(async () => {
    staff = await shop.admin()
  })

  const setLongAgo = () => shop.sql`update session set proved_at = now() - interval '601 seconds'`
  const confirm = (current_password: string) =>
    shop.call('POST', '/api/auth/password/confirm', {
      token: staff.token,
      body: { current_password },
    })

  it('needs the password for the calls that are listed, and no others', async () => {
    const marked = ENDPOINTS.filter(({ stepUp }) => stepUp).map(({ call }) => call)
    expect(marked).toEqual(Object.values(NEED_PROOF).flat().sort(byText))
    await setLongAgo()
    const answers = await unchanged(shop, () =>
      Promise.all(
        ENDPOINTS.filter(({ stepUp }) => stepUp).map(async (endpoint) => {
          const { token } = staff
          const options = { token, query: { mode: 'check' }, ...acceptedBy(endpoint) }
          const { status, body } = await shop.call(methodOf(endpoint), pathOf(endpoint), options)
          return [endpoint.call, status, Object.keys(body?.errors ?? {})]
        }),
      ),
    )
    expect(answers).toEqual(marked.map((call) => [call, 422, ['current_password']]))
  })

  it('makes them for ten minutes after the password was entered, and a wrong password proves nothing', async () => {
    await setLongAgo()
    const exported = () => shop.call('GET', '/api/admin/exports/customers', staff)

    expect((await confirm('a guess')).body.errors).toEqual({
      current_password: ["This isn't your account's password."],
    })
    expect((await exported()).status).toBe(422)
    expect((await confirm(PASSWORD)).status).toBe(200)
    expect((await exported()).status).toBe(200)
    await setLongAgo()
    expect((await exported()).status).toBe(422)
    // A refund may carry the password in its own body.
    const refund = (current_password: string) =>
      shop.call('POST', '/api/admin/orders/999999/refund', {
        token: staff.token,
        body: { goodsBack: true, current_password },
      })
    expect((await refund('a guess')).status).toBe(422)
    expect((await refund(PASSWORD)).status).toBe(404)
  })
})

const byText = (a: string, b: string) => (a < b ? -1 : 1)
