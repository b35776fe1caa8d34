/**
 * A13: a page on another site can make a browser send requests, including forms, with the shop's cookies, but not with
 * a bearer token. So no cookie may grant access and no form may write.
 */
import { expect, it } from 'vitest'
import { contractEndpoints, methodOf, pathOf } from '#tests/kit/endpoints.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { type CallOptions, describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { bodyOf } from './bodies.ts'
import { declaredRoutes } from './routes.ts'

const WRITING = (await contractEndpoints()).filter((endpoint) => methodOf(endpoint) !== 'GET')
const GUARDED = WRITING.filter(({ access }) => access === 'customer' || access === 'admin')

/** Content types that a form on any page may send without a preflight. */
const FORM_TYPES = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=b',
]

describeShop('a forged request', (shop) => {
  it('with cookies instead of a token is a 401, whatever it looks like', async () => {
    const { token } = await shop.admin()
    const cookie = ['access_token', 'token', 'session', 'sid', 'Authorization', 'barq_session']
      .map((name) => `${name}=${token}`)
      .join('; ')
    const before = await fingerprint(shop)
    for (const endpoint of GUARDED) {
      const payload = JSON.stringify(bodyOf(endpoint) ?? {})
      const shapes: CallOptions[] = [
        { payload },
        ...FORM_TYPES.map((type) => ({ payload, headers: { 'content-type': type } })),
        { payload, query: { access_token: token, token } },
      ]
      for (const shape of shapes) {
        const answer = await shop.call(methodOf(endpoint), pathOf(endpoint), {
          ...shape,
          headers: { cookie, ...shape.headers },
        })
        expect(answer.status, `${endpoint.call} ${shape.headers?.['content-type']}`).toBe(401)
      }
    }
    expect(await fingerprint(shop)).toEqual(before)
  })

  it('as a form on another page is a 415, even with a token, and even for public calls', async () => {
    const { token } = await shop.admin()
    const before = await fingerprint(shop)
    for (const endpoint of WRITING.filter(({ body }) => body)) {
      for (const type of FORM_TYPES) {
        if (endpoint.accepts?.some((accepted) => type.startsWith(accepted))) continue
        const answer = await shop.call(methodOf(endpoint), pathOf(endpoint), {
          token,
          payload: JSON.stringify(bodyOf(endpoint)),
          headers: { 'content-type': type },
        })
        expect(answer.status, `${endpoint.call} as ${type}`).toBe(415)
      }
    }
    expect(await fingerprint(shop)).toEqual(before)
  })

  it('cannot choose its method by a field, a header or the query', async () => {
    const { token } = await shop.customer()
    const cart = await shop.product()
    await shop.call('POST', '/api/user/cart', { token, body: { cart } })
    const before = await fingerprint(shop)
    for (const headers of [
      { 'x-http-method-override': 'DELETE' },
      { 'x-method-override': 'DELETE' },
      { 'x-http-method': 'DELETE' },
    ]) {
      const answer = await shop.call('POST', `/api/user/cart/${cart}`, {
        token,
        query: { _method: 'DELETE' },
        body: { _method: 'DELETE' },
        headers,
      })
      expect(answer.status).toBe(404)
    }
    expect(await fingerprint(shop)).toEqual(before)
  })

  it('by an address alone writes nothing: no GET, HEAD or OPTIONS does', async () => {
    const [customer, staff] = [await shop.customer(), await shop.admin()]
    const cart = await shop.product()
    await shop.call('POST', '/api/user/cart', { token: customer.token, body: { cart } })
    const routes = (await declaredRoutes(shop)).filter((call) => /^(GET|HEAD|OPTIONS) /.test(call))
    const before = await fingerprint(shop)
    for (const call of routes) {
      const [method = '', path = ''] = call.split(' ')
      // The Google sign-in routes store nothing here, because Google sign-in is off.
      for (const { token } of [staff, ...volume([], [customer, { token: undefined }])]) {
        await shop.call(method, path.replace('{id}', '1').replace('*', 'x'), { token })
      }
    }
    expect(await fingerprint(shop)).toEqual(before)
  })
})
