import { expect, it } from 'vitest'
import { deadlockTwice } from '#tests/kit/deadlocks.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { addOne } from './cart.store.ts'

describeShop('a unit that is put into a cart', (shop) => {
  it('is retried when the database aborts the statement for a deadlock', async () => {
    const customer = await shop.customer()
    const product = await shop.product()
    await deadlockTwice(shop.db.run, 'cart_item')

    const added = await addOne(shop.db.run, customer.id, product)

    expect(added).toMatchObject({ line: { id: product, quantity: 1 } })
  })
})
