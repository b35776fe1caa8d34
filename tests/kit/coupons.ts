import { expect } from 'vitest'
import type { Person, Shop } from './shop.ts'

const TERMS = {
  kind: 'percent',
  percent: 10,
  amount: null,
  least: null,
  is_active: true,
  starts_at: null,
  ends_at: null,
  categories: null,
  product_ids: null,
  max_uses: null,
  max_uses_per_customer: null,
}

/** Must be called inside `describeShop`; the functions that it returns, inside tests. */
export function withCoupons(shop: Shop) {
  let codes = 0
  const post = (person: Person, path: string, body: object = {}) =>
    shop.call('POST', path, { token: person.token, body })

  /** Creates a coupon for ten percent off, unless `terms` say otherwise. */
  async function create(terms: object) {
    codes += 1
    const body = { ...TERMS, code: `Spring-${codes}`, ...terms }
    return post(await shop.admin(), '/api/admin/coupons', body)
  }

  return {
    post,
    create,
    order: (person: Person, body: object) => post(person, '/api/user/order', body),

    async coupon(terms: object = {}) {
      const { status, body } = await create(terms)
      expect(status).toBe(201)
      const { token } = await shop.admin()
      const { id, code }: { id: number; code: string } = body.data
      const path = `/api/admin/coupons/${id}`
      return {
        id,
        code,
        edit: (change: object) =>
          shop.call('PUT', path, { token, body: { ...TERMS, code, ...change } }),
        remove: () => shop.call('DELETE', path, { token }),
      }
    },
  }
}
