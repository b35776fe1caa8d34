/** Who may give an order an address, and when: the page's rule, the statement and the trigger agree. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { canSetAddress } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'

type Step = 'confirm' | 'payment' | 'delivered' | 'cancel' | 'refund'

/** Every state and time of an order, by the steps that lead to it. */
const LIVES: ReadonlyArray<[life: string, steps: Step[], withNone: boolean, withOne: boolean]> = [
  ['pending', [], true, true],
  ['confirmed', ['confirm'], true, true],
  ['on its way', ['confirm', 'payment'], true, false],
  ['delivered', ['confirm', 'payment', 'delivered'], false, false],
  ['canceled', ['cancel'], false, false],
  ['canceled after its confirmation', ['confirm', 'cancel'], false, false],
  ['refunded', ['confirm', 'payment', 'refund'], false, false],
  ['refunded after its delivery', ['confirm', 'payment', 'delivered', 'refund'], false, false],
]

describeShop('an address for an order', (shop) => {
  it.each(LIVES)('%s', async (_life, steps, withNone, withOne) => {
    for (const [hasAddress, expected] of [
      [false, withNone],
      [true, withOne],
    ] as const) {
      const owner = await shop.customer()
      if (hasAddress) await addAddress(shop, owner)
      const order = await orderThat(shop, owner, steps)
      expect(order.address !== null).toBe(hasAddress)
      const stranger = await shop.customer()

      const answers = {
        page: canSetAddress(order),
        trigger: await isStorable(shop, order.id),
        stranger: (await give(shop, stranger, order.id)).status,
        statement: (await give(shop, owner, order.id)).status,
      }

      expect(answers, hasAddress ? 'with an address' : 'without one').toEqual({
        page: expected,
        trigger: expected,
        stranger: 404,
        statement: expected ? 200 : 409,
      })
    }
  })
})

async function addAddress(shop: Shop, { token }: Person, name = 'Home'): Promise<number> {
  const body = { ...AN_ADDRESS, name }
  return (await shop.call('POST', '/api/user/addresses', { token, body })).body.data.id
}

async function orderThat(shop: Shop, { token }: Person, steps: readonly Step[]): Promise<Order> {
  const orders = [{ Product: await shop.product() }]
  const placed = await shop.call('POST', '/api/user/order', { token, body: { orders } })
  const { id } = placed.body.data[0]
  const staff = await shop.admin()
  for (const step of steps) {
    const isOfStaff = step === 'confirm' || step === 'refund'
    const path = isOfStaff ? `/api/admin/orders/${id}` : `/api/user/order/${id}`
    const body = step === 'refund' ? { goodsBack: true, current_password: PASSWORD } : undefined
    const answer = await shop.call('POST', `${path}/${step}`, {
      token: isOfStaff ? staff.token : token,
      body,
    })
    expect([step, answer.status]).toEqual([step, 200])
  }
  return (await shop.call('GET', `/api/user/order/${id}`, { token })).body.data
}

/** Sets one of the person's own addresses, which no order has yet. */
async function give(shop: Shop, person: Person, orderId: number) {
  const addressId = await addAddress(shop, person, 'Office')
  const options = { token: person.token, body: { addressId } }
  return shop.call('PUT', `/api/user/order/${orderId}/address`, options)
}

/** Whether the database accepts another address; changes nothing. */
async function isStorable(shop: Shop, orderId: number): Promise<boolean> {
  const undone = new Error('undone')
  const attempt = shop.db.root.transaction().execute(async (tx) => {
    await sql`
      update orders set delivery_address = '{"name": "Office"}', address_at = now()
      where id = ${orderId}`.execute(tx)
    throw undone
  })
  const error = await attempt.catch((reason: unknown) => reason)
  if (error === undone) return true
  expect(String(error)).toContain('is fixed')
  return false
}
