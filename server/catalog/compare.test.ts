import { expect, it } from 'vitest'
import type { ProductDetail } from '#contract/catalog.ts'
import { COMPARED_MAX } from '#contract/limits.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'

describeShop('a comparison', (shop) => {
  it('shows the details of its products in the requested order', async () => {
    const [one, two, three] = await products(shop, 3)

    const answer = await compare(shop, [three, one, two])

    expect(answer.status).toBe(200)
    expect(idsOf(answer.body)).toEqual([three, one, two])
    const { body: detail } = await shop.call('GET', `/api/products/${three}`)
    expect(answer.body.products[0]).toEqual(detail)
  })

  it('shows each product once, and no product that is deleted or unknown', async () => {
    const [kept, deleted] = await products(shop, 2)
    await shop.sql`update product set deleted_at = now() where id = ${deleted}`

    const { body } = await compare(shop, [deleted, kept, kept, 999_999])
    const none = await compare(shop, [deleted])

    expect(idsOf(body)).toEqual([kept])
    expect(none).toMatchObject({ status: 200, body: { products: [] } })
  })

  it('takes one to four ids', async () => {
    const ids = await products(shop, COMPARED_MAX + 1)

    expect(idsOf((await compare(shop, ids.slice(0, COMPARED_MAX))).body)).toHaveLength(COMPARED_MAX)
    expect((await compare(shop, ids.slice(0, 1))).status).toBe(200)
    expect((await compare(shop, ids)).status).toBe(422)
    expect((await shop.call('GET', '/api/products/compare')).status).toBe(422)
  })

  it.for(['', '0', '-1', 'x', '1,', '1,,2', '1;2', '1.5', '9'.repeat(16)])(
    'refuses the ids "%s"',
    async (ids) => {
      const answer = await shop.call('GET', '/api/products/compare', { query: { ids } })

      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ ids: expect.any(Array) })
    },
  )
})

function products(shop: Shop, count: number): Promise<number[]> {
  const specs = [
    { key: 'power', label: 'Power', label_ar: 'قدرة', value: '5 W', value_ar: '٥ واط' },
  ]
  return Promise.all(Array.from({ length: count }, () => shop.product({ stock: 5, specs })))
}

const compare = (shop: Shop, ids: readonly (number | undefined)[]) =>
  shop.call('GET', '/api/products/compare', { query: { ids: ids.join() } })

const idsOf = ({ products }: { products: ProductDetail[] }): number[] =>
  products.map(({ id }) => id)
