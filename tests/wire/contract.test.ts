/** The specification's requests, sent over HTTP by an independent client that knows only the documented contract. */
import { beforeAll, describe, expect, it } from 'vitest'
import { JSON_BODY_MAX } from '#contract/limits.ts'
import type { Sent } from '#tests/kit/live.ts'
import { describeShop, PASSWORD } from '#tests/kit/shop.ts'
import { errorReply, ID, invalid, MESSAGE, outsideClient, TIME } from './outside-client.ts'

const PRODUCT_FIELDS = [
  'id',
  'name',
  'description',
  'price',
  'category',
  'profileImage',
  'profile',
  'img',
  'image',
  'quantity',
  'sold',
  'rating',
  'ratings',
  'seller',
  'user_id',
  'created_at',
]

describeShop('the wire contract', (shop) => {
  const { ask } = outsideClient(shop)
  let lamp: number

  beforeAll(async () => {
    lamp = await shop.product({
      name: 'Contractual lamp',
      price: 19.9,
      pictures: [{ key: 'lamp', alt: '', alt_ar: '' }],
    })
  })

  describe('accounts', () => {
    const form = (fields = {}) => ({
      username: 'Client',
      email: `client.${crypto.randomUUID()}@barq.example`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      ...fields,
    })

    it('can be opened, signed in to and signed out of', async () => {
      const body = form()
      const { email, password } = body

      expect(await ask('POST /api/auth/register', { body })).toEqual({
        status: 201,
        body: { message: MESSAGE },
      })
      const login = await ask('POST /api/auth/login', {
        body: { email: email.toUpperCase(), password },
      })
      expect(login).toEqual({
        status: 200,
        body: { access_token: MESSAGE, token_type: 'Bearer', account_type: 'customer' },
      })
      const token = login.body.access_token
      for (const call of ['GET /api/user', 'GET /api/auth/user']) {
        expect(await ask(call, { token })).toEqual({
          status: 200,
          body: {
            id: ID,
            username: 'Client',
            email,
            phone: null,
            country: null,
            city: null,
            profileImage: null,
            account_type: 'customer',
            // The specification has neither this field nor the fields below.
            role: null,
            // Without a mail server, every account counts as confirmed.
            emailConfirmed: true,
            guest: false,
            pendingEmail: null,
          },
        })
      }
      expect(await ask('POST /api/auth/logout', { token })).toEqual({
        status: 200,
        body: { message: MESSAGE },
      })
      expect(await ask('GET /api/user', { token })).toEqual(errorReply(401, 'unauthenticated'))
    })

    it('are refused with errors by field', async () => {
      const { email } = await shop.customer()
      const register = (fields: object) => ask('POST /api/auth/register', { body: form(fields) })

      expect(await register({ username: '' })).toEqual(invalid('username'))
      expect(await register({ username: 'x'.repeat(256) })).toEqual(invalid('username'))
      expect(await register({ email: 'nobody' })).toEqual(invalid('email'))
      expect(await register({ email: email.toUpperCase() })).toEqual(invalid('email'))
      expect(await register({ password: 'short', password_confirmation: 'short' })).toEqual(
        invalid('password'),
      )
      expect(await register({ password_confirmation: 'another one' })).toEqual(invalid('password'))
      expect(await register({ password_confirmation: undefined })).toEqual(invalid('password'))
      expect(await register({ username: 5 })).toEqual(invalid('username'))
      expect(await ask('POST /api/auth/register', { body: {} })).toEqual(
        invalid('username', 'email', 'password'),
      )
      expect(await ask('POST /api/auth/login', { body: { email, password: 'wrong' } })).toEqual(
        errorReply(401, 'bad_credentials'),
      )
    })
  })

  it('shows a product with its picture under every name, wherever it is shown', async () => {
    const found = [
      (await ask('GET /api/')).body.products.find((product: { id: number }) => product.id === lamp),
      (await ask(`GET /api/products?ids=${lamp}`)).body.products[0],
      (await ask('GET /api/products?search=contractual')).body.products[0],
      (await ask(`GET /api/products/${lamp}`)).body,
    ]

    for (const product of found) {
      expect(Object.keys(product)).toEqual(expect.arrayContaining(PRODUCT_FIELDS))
      expect(product).toMatchObject({ id: lamp, price: 19.9, rating: null, created_at: TIME })
      const { profileImage, profile, img, image } = product
      expect(profileImage).toBe('/media/lamp/384.webp')
      expect([profile, img, image]).toEqual(Array(3).fill(profileImage))
    }
  })

  it('accepts a rating from 1 to 5, and returns the new average', async () => {
    const [{ token }, id] = [await shop.customer(), await shop.product()]
    const rate = (body: object) => ask('POST /api/user/rate', { token, body })

    expect(await rate({ productId: String(id), rating: 4 })).toEqual({
      status: 200,
      body: { message: 'Rate added successfuly.', data: { rating: 4, ratings: 1 } },
    })
    expect(await rate({ productId: id })).toEqual(invalid('rating'))
    for (const rating of [0, 6, 2.5, '4']) {
      expect(await rate({ productId: id, rating })).toEqual(invalid('rating'))
    }
    expect(await rate({ productId: 999_999, rating: 4 })).toEqual(errorReply(404, 'not_found'))
  })

  describe('an error', () => {
    const login = (sent: Sent) => ask('POST /api/auth/login', sent)

    it('has a status, a code and a message', async () => {
      const { token } = await shop.customer()
      const large = { email: 'x'.repeat(JSON_BODY_MAX), password: 'x' }
      const typed = (type: string) => ({ text: '{}', headers: { 'content-type': type } })

      expect(await login({ text: '{' })).toEqual(errorReply(400, 'malformed'))
      expect(await login({ body: large })).toEqual(errorReply(413, 'too_large'))
      expect(await login(typed('text/plain'))).toEqual(errorReply(415, 'unsupported_type'))
      expect(await login(typed('application/x-www-form-urlencoded'))).toEqual(
        errorReply(415, 'unsupported_type'),
      )
      expect(await login({ body: {} })).toEqual(invalid('email', 'password'))
      expect(await ask('GET /api/nothing')).toEqual(errorReply(404, 'not_found'))
      expect(await ask('GET /api/user')).toEqual(errorReply(401, 'unauthenticated'))
      expect(await ask('GET /api/admin/orders', { token })).toEqual(errorReply(403, 'forbidden'))
      for (const id of ['x', '0', '-1', '1.0', '999999']) {
        expect(await ask(`GET /api/user/order/${id}`, { token }), id).toEqual(
          errorReply(404, 'not_found'),
        )
      }
    })

    it('has an Arabic message on request, with the same code', async () => {
      const arabic = expect.stringMatching(/[\u0600-\u06ff]/)
      const headers = { 'accept-language': 'ar-OM,ar;q=0.9,en;q=0.5' }

      expect(await ask('GET /api/user', { headers })).toEqual({
        status: 401,
        body: { error: 'unauthenticated', message: arabic },
      })
      expect(await login({ body: {}, headers })).toEqual({
        status: 422,
        body: {
          error: 'invalid',
          message: arabic,
          errors: { email: [arabic], password: [arabic] },
        },
      })
    })
  })
})
