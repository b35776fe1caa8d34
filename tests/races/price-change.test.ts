/** Staff change a price while customers order: nobody pays a total that was not shown to them. */
import { expect, it } from 'vitest'
import { type Answer, describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const CHANGES = 20

describeShop('a price that changes while customers order', (shop) => {
  const rounds = volume(1, 5)

  shop.keepInvariants()

  it('is the price that each buyer saw, or nothing is ordered', async () => {
    const buyers = await shop.customers(50)
    const seen = { placed: 0, refused: 0, wrong: 0 }
    for (let round = 0; round < rounds; round++) {
      const Product = await shop.product({ price: 10, stock: 1000 })
      const body = { orders: [{ Product, quantity: 3 }], total: 30 }

      const [answers] = await Promise.all([
        Promise.all(buyers.map((buyer) => order(shop, buyer, body))),
        changePrice(shop, Product),
      ])

      for (const { status, body: answer } of answers) {
        if (status === 201) seen.placed += 1
        else if (status === 409 && answer.error === 'price_changed') seen.refused += 1
        else seen.wrong += 1
        if (status === 201 && answer.data[0].total !== 30) seen.wrong += 1
      }
      const placed = answers.filter(({ status }) => status === 201).length
      expect(await shop.available(Product)).toBe(1000 - 3 * placed)
      // The price ends at 10.01, so an order for 10 can only have been placed earlier.
      expect((await order(shop, buyers[0] as Person, body)).body.error).toBe('price_changed')
    }

    expect(seen.wrong).toBe(0)
    expect(seen.placed + seen.refused).toBe(rounds * buyers.length)
  })
})

function order(shop: Shop, { token }: Person, body: object): Promise<Answer> {
  return shop.call('POST', '/api/user/order', { token, body })
}

async function changePrice(shop: Shop, id: number): Promise<void> {
  for (let change = 1; change <= CHANGES; change++) {
    await shop.sql`update product set price_cents = ${1000 + (change % 2)} where id = ${id}`
  }
  await shop.sql`update product set price_cents = 1001 where id = ${id}`
}
