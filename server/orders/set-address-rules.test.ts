/** Who may set an order's address, and when: the page's rule, the statement and the trigger agree. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { canCorrectAddress, canSetAddress } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'

type Step = 'confirm' | 'payment' | 'delivered' | 'cancel' | 'refund'

type Who = 'anybody' | 'staff' | 'nobody'

/**
 * The steps leading to each state of an order, and who can then set its address: `withNone` if it has no address yet,
 * `withOne` if it has one.
 */
const LIVES: ReadonlyArray<[life: string, steps: Step[], withNone: Who, withOne: Who]> = [
  ['pending', [], 'anybody', 'anybody'],
  ['confirmed', ['confirm'], 'anybody', 'anybody'],
  ['paid', ['confirm', 'payment'], 'anybody', 'staff'],
  ['delivered', ['confirm', 'payment', 'delivered'], 'nobody', 'nobody'],
  ['canceled', ['cancel'], 'nobody', 'nobody'],
  ['canceled after its confirmation', ['confirm', 'cancel'], 'nobody', 'nobody'],
  ['refunded', ['confirm', 'payment', 'refund'], 'nobody', 'nobody'],
  [
    'refunded after its delivery',
    ['confirm', 'payment', 'delivered', 'refund'],
    'nobody',
    'nobody',
  ],
]

describeShop('an address for an order', (shop) => {
  const correct = (staff: Person, id: number) =>
    shop.as(staff, 'PUT', `/api/admin/orders/${id}/address`, { ...AN_ADDRESS, name: 'Warehouse' })

  const { placed, byStaff, pay, seen } = withBuying(shop)

  /** A new customer's order, after these steps. */
  async function lived(steps: Step[], hasAddress: boolean) {
    const owner = await shop.customer()
    if (hasAddress) await addAddress(shop, owner)
    const [{ id }] = (await placed(owner, [{ Product: await shop.product() }])) as [Order]
    for (const step of steps) {
      const done = await (step === 'payment'
        ? pay(owner, id)
        : byStaff(id, step, { goodsBack: true }))
      expect([step, done.status]).toEqual([step, 200])
    }
    const order = await seen(owner, id)
    expect(order.address !== null).toBe(hasAddress)
    return { owner, order }
  }

  it.each(LIVES)('%s', async (_life, steps, withNone, withOne) => {
    for (const [hasAddress, who] of [
      [false, withNone],
      [true, withOne],
    ] as const) {
      const stranger = await shop.customer()
      const { owner, order } = await lived(steps, hasAddress)
      // Staff get an order of their own, which still has no address if it is to have none.
      const { order: other } = await lived(steps, hasAddress)

      const answers = {
        page: canSetAddress(order),
        staffPage: canCorrectAddress(order),
        trigger: await isStorable(shop, order.id, 'AE'),
        triggerAbroad: await isStorable(shop, order.id, 'OM'),
        stranger: (await give(shop, stranger, order.id)).status,
        statement: (await give(shop, owner, order.id)).status,
        staffStatement: (await correct(await shop.admin(), other.id)).status,
      }

      expect(answers, hasAddress ? 'with an address' : 'without one').toEqual({
        page: who === 'anybody',
        staffPage: who !== 'nobody',
        trigger: who !== 'nobody',
        triggerAbroad: who === 'anybody',
        stranger: 404,
        statement: who === 'anybody' ? 200 : 409,
        staffStatement: who === 'nobody' ? 409 : 200,
      })
    }
  })
})

async function addAddress(shop: Shop, person: Person, name = 'Home'): Promise<number> {
  const { body } = await shop.as(person, 'POST', '/api/user/addresses', { ...AN_ADDRESS, name })
  return body.data.id
}

/** Sets the order's address to a new address of the person. */
async function give(shop: Shop, person: Person, orderId: number) {
  const addressId = await addAddress(shop, person, 'Office')
  return shop.as(person, 'PUT', `/api/user/order/${orderId}/address`, { addressId })
}

/** Whether the database accepts a different address in this country; changes nothing. */
async function isStorable(shop: Shop, orderId: number, country: string): Promise<boolean> {
  const undone = new Error('undone')
  const attempt = shop.db.root.transaction().execute(async (tx) => {
    await sql`
      update orders set address_at = now(),
        delivery_address = jsonb_build_object('name', 'Office', 'country', ${country}::text)
      where id = ${orderId}`.execute(tx)
    throw undone
  })
  const error = await attempt.catch((reason: unknown) => reason)
  if (error === undone) return true
  expect(String(error)).toContain('is fixed')
  return false
}
