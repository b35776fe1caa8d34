/** Breaks each invariant by hand, and expects the breach to be reported: an oracle that cannot fail proves nothing. */
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createInvariantsWatch } from '#server/invariants.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { AN_ADDRESS } from './an-address.ts'
import { checkInvariants, compareWithAnswers } from './invariants.ts'
import { describeShop, type Shop } from './shop.ts'

type Kind = 'check' | 'foreign key' | 'unique' | 'primary key'

/** Drops the table's constraints of this kind, which would prevent the breach. */
const without = (kind: Kind, table: string) => sql`
  do ${sql.raw(`$$
    declare lost name;
    begin
      for lost in select conname from pg_constraint
        where conrelid = '${table}'::regclass and contype = '${kind[0]}'
      loop
        execute format('alter table ${table} drop constraint %I cascade', lost);
      end loop;
    end
  $$`)}`

const BREACHES: Record<string, { rules: string[]; damage: RawBuilder<unknown>[] }> = {
  'more is reserved than is in stock': {
    rules: ['E1', 'E3'],
    damage: [
      without('check', 'product'),
      without('check', 'scarce_product'),
      sql`update product set reserved = on_hand + 1 where id = (select min(product_id) from orders)`,
    ],
  },
  'units vanish from the stock': {
    rules: ['E2'],
    damage: [sql`update product set on_hand = on_hand - 1 where on_hand > reserved`],
  },
  'units are sold without a ledger entry': {
    rules: ['E2', 'E4'],
    damage: [sql`update product set sold = sold + 1`],
  },
  'opening figures count more sales than there were': {
    rules: ['E4', 'E10'],
    damage: [
      sql`insert into opening_figures (product_id, sold, rating_count, rating_sum) select id, 1, 1, 5 from product`,
    ],
  },
  'a reservation is released twice': {
    rules: ['E3'],
    damage: [sql`update product set reserved = reserved - 1 where reserved > 0`],
  },
  'the ledger is changed afterwards': {
    rules: ['E3'],
    damage: [
      sql`alter table stock_ledger disable trigger stock_ledger_append_only`,
      sql`update stock_ledger set d_reserved = d_reserved + 1 where reason = 'reserve'`,
    ],
  },
  'an order has a total of its own': {
    rules: ['E5'],
    damage: [without('check', 'orders'), sql`update orders set total_cents = total_cents - 1`],
  },
  'an order has no customer': {
    rules: ['E5'],
    damage: [without('foreign key', 'orders'), sql`update orders set user_id = 999999`],
  },
  'an order is complete without a payment': {
    rules: ['E3', 'E4', 'E6', 'E8 moves'],
    damage: [sql`update orders set state = 'complete', paid_at = now()`],
  },
  'a canceled order keeps the money': {
    rules: ['E6'],
    damage: [
      sql`update orders set state = 'canceled', canceled_at = now(), paid_at = now()`,
      sql`insert into payment (id, order_id, provider, amount_cents, state)
        select gen_random_uuid(), id, 'sandbox', total_cents, 'captured' from orders`,
    ],
  },
  'a payment is of another amount': {
    rules: ['E6'],
    damage: [
      sql`update orders set state = 'complete', paid_at = now()`,
      sql`insert into payment (id, order_id, provider, amount_cents, state)
        select gen_random_uuid(), id, 'sandbox', total_cents + 1, 'captured' from orders`,
    ],
  },
  'money goes back without a row': {
    rules: ['E6 refunds'],
    damage: [
      sql`insert into payment (id, order_id, provider, amount_cents, state)
        select gen_random_uuid(), id, 'sandbox', total_cents, 'failed' from orders`,
      sql`alter table payment disable trigger payment_refunded`,
      sql`update payment set state = 'refunded' where state = 'failed'`,
    ],
  },
  'a part of an order goes back that no row has': {
    rules: ['E6 parts'],
    damage: [sql`update orders set refunded_cents = 1`],
  },
  'a paid order is canceled though its units are not refunded': {
    rules: ['E6', 'E6 units', 'E8 moves'],
    damage: [sql`update orders set state = 'canceled', canceled_at = now(), paid_at = now()`],
  },
  'an order that is not paid in cash is sent unpaid': {
    rules: ['cash'],
    damage: [
      without('check', 'orders'),
      sql`update orders set state = 'confirm', sent_at = now(), parcel_id = 1`,
    ],
  },
  'an order is paid otherwise than its purchase': {
    rules: ['cash'],
    damage: [without('foreign key', 'orders'), sql`update orders set payment = 'cash'`],
  },
  'cash is taken for an order that was to be paid online': {
    rules: ['cash payments'],
    damage: [
      sql`update orders set state = 'complete', paid_at = now()`,
      sql`insert into payment (id, order_id, provider, amount_cents, state)
        select gen_random_uuid(), id, 'cash', total_cents, 'captured' from orders`,
    ],
  },
  'a charge is captured in part': {
    rules: ['charges', 'E6'],
    damage: [
      sql`insert into payment (id, charge_id, order_id, provider, amount_cents, state)
        select gen_random_uuid(), '00000000-0000-4000-8000-000000000000', id, 'sandbox', total_cents,
          case when row_number() over (order by id) = 1 then 'captured' else 'failed' end
        from orders order by id limit 2`,
    ],
  },
  'two charges have one reference': {
    rules: ['charges references'],
    damage: [
      sql`insert into payment (id, order_id, provider, provider_ref, amount_cents, state)
        select gen_random_uuid(), id, 'sandbox', 'the same', total_cents, 'failed' from orders`,
    ],
  },
  'a fee is kept that no purchase has': {
    rules: ['delivery fees'],
    damage: [
      sql`insert into payment (id, order_id, provider, amount_cents, delivery_cents, state)
        select gen_random_uuid(), id, 'sandbox', total_cents + 5, 5, 'refunded' from orders`,
    ],
  },
  'half a batch is there': {
    rules: ['E7'],
    damage: [sql`update order_batch set order_count = order_count + 1`],
  },
  'a purchase pays another fee than its copy says': {
    rules: ['E7 delivery'],
    damage: [sql`update order_batch set delivery_cents = delivery_cents + 1`],
  },
  'the shipping method of a purchase is gone': {
    rules: ['E7 delivery'],
    damage: [
      sql`alter table shipping_method disable trigger shipping_method_kept`,
      sql`delete from shipping_method`,
    ],
  },
  'a move leaves no history': {
    rules: ['E8 moves'],
    damage: [sql`update orders set state = 'confirm', confirmed_at = now()`],
  },
  'a move is made that the table does not allow': {
    rules: ['E8 moves'],
    damage: [
      sql`update orders set state = 'complete', paid_at = now()`,
      sql`insert into order_history (order_id, move, from_state, to_state, actor)
        select id, 'pay', 'pending', 'complete', 'customer' from orders`,
    ],
  },
  'a move writes no event': {
    rules: ['E8 events'],
    damage: [sql`delete from outbox where history_id is not null`],
  },
  'one key places two orders': {
    rules: ['E9', 'E7'],
    damage: [
      without('unique', 'order_batch'),
      sql`insert into order_batch (user_id, idempotency_key, body_hash, order_count)
        select user_id, idempotency_key, body_hash, order_count from order_batch`,
    ],
  },
  'a rating is lost on the way to the average': {
    rules: ['E10'],
    damage: [sql`update product set rating_sum = rating_sum + 1`],
  },
  'a rating has six stars': {
    rules: ['E10'],
    damage: [
      without('check', 'rating'),
      sql`update product set rating_sum = rating_sum + 6 - (select sum(stars) from rating) where rating_count > 0`,
      sql`update rating set stars = 6`,
    ],
  },
  'a line is in the cart twice': {
    rules: ['E11 lines'],
    damage: [
      without('primary key', 'cart_item'),
      sql`insert into cart_item select * from cart_item`,
    ],
  },
  'a sum of a customer is a cent off': {
    rules: ['customer sales'],
    damage: [sql`update customer_sales set spend_cents = spend_cents + 1`],
  },
  'a customer has lost their sums': {
    rules: ['customer sales'],
    damage: [sql`delete from customer_sales`],
  },
  'a customer has two default addresses': {
    rules: ['addresses default'],
    damage: [sql`drop index address_default`, sql`update address set is_default = true`],
  },
  'no address of a customer is the default': {
    rules: ['addresses default'],
    damage: [sql`update address set is_default = false`],
  },
  'two products of a family have the same values': {
    rules: ['families', 'searched families'],
    damage: [
      sql`insert into family (category_id, name, name_ar) select id, 'Twins', 'توأم' from category`,
      sql`drop trigger product_search_family on product`,
      sql`
        update product set family_id = family.id from family
        where family.category_id = product.category_id`,
    ],
  },
  'a rating is lost on the way to its family': {
    rules: ['family ratings'],
    damage: [
      sql`insert into family (category_id, name, name_ar) select id, 'Two', 'اثنان' from category`,
      sql`
        update product set family_id = family.id from family
        where family.category_id = product.category_id
          and product.id in (select min(id) from product group by category_id)`,
      sql`update family_rating set rating_sum = rating_sum + 1`,
    ],
  },
  'a closed account leaves its address behind': {
    rules: ['addresses erased'],
    damage: [
      sql`drop trigger app_user_erase_addresses on app_user`,
      sql`update app_user set deleted_at = now() where account_type = 'customer'`,
    ],
  },
  'orders of one parcel have two carriers': {
    rules: ['parcels'],
    damage: [
      without('check', 'orders'),
      sql`update orders set sent_at = now(), parcel_id = 1, carrier = id::text`,
    ],
  },
  'an event in the middle is lost': {
    rules: ['E11 numbers'],
    damage: [
      sql`update app_user set event_seq = event_seq + 2 where event_seq > 0`,
      sql`insert into outbox (topic, user_id, seq, payload)
        select 'cart.item-added', id, event_seq, '{}' from app_user where event_seq > 0`,
    ],
  },
  'an event number is skipped': {
    rules: ['E11 numbers'],
    damage: [sql`update app_user set event_seq = event_seq + 1`],
  },
}

describeShop('the invariants', (shop) => {
  let used: Awaited<ReturnType<typeof use>>
  beforeAll(async () => {
    // Uses the shop twice, because some breaches concern two orders.
    await use(shop)
    used = await use(shop)
  })
  // Checks that every breach was rolled back; otherwise, a test could have reported an earlier test's breach.
  afterAll(async () => expect(await checkInvariants(shop.db.run)).toEqual([]))

  it('find nothing in a shop that has been used', async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it.for(Object.entries(BREACHES))('notice when %s', async ([, { rules, damage }]) => {
    const violations = await inRolledBackTransaction(shop, async (tx) => {
      for (const statement of damage) await statement.execute(tx)
      return checkInvariants(tx)
    })

    expect(violations.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules))
  })

  it('find nothing if an event was dead-lettered and later ones are pruned', async () => {
    const { customer } = used
    const Product = await shop.product({ stock: 5 })
    const broken = await inRolledBackTransaction(shop, async (tx) => {
      const days = (ago: number) => sql`now() - make_interval(days => ${ago})`
      const write = (seq: number, ago: number, done: boolean) => sql`
        insert into outbox (topic, user_id, seq, payload, attempts, created_at, done_at)
        values ('cart.item-added', ${customer.id}, ${seq}, ${JSON.stringify({ Product })}::jsonb,
          ${done ? 1 : 10}, ${days(ago)}, ${done ? days(ago) : null})`
      await sql`delete from outbox where user_id = ${customer.id}`.execute(tx)
      await write(3, 20, false).execute(tx)
      await sql`update app_user set event_seq = 5 where id = ${customer.id}`.execute(tx)
      const allPruned = await checkInvariants(tx)
      for (const seq of [6, 7]) await write(seq, 1, true).execute(tx)
      await sql`update app_user set event_seq = 7 where id = ${customer.id}`.execute(tx)
      const freshOnes = await checkInvariants(tx)
      await sql`update app_user set event_seq = 8 where id = ${customer.id}`.execute(tx)
      return { allPruned, freshOnes, lost: (await checkInvariants(tx)).map(({ rule }) => rule) }
    })

    expect(broken).toEqual({ allPruned: [], freshOnes: [], lost: ['E11 numbers'] })
  })

  it('are checked a minute after the start, and every hour', async () => {
    vi.useFakeTimers()
    const watch = createInvariantsWatch(shop.db, () => {})
    const look = vi.spyOn(watch, 'look').mockResolvedValue()
    const stop = watch.start((error) => expect.fail(String(error)))
    const looksAfter = async (seconds: number) => {
      await vi.advanceTimersByTimeAsync(seconds * 1_000)
      return look.mock.calls.length
    }
    try {
      expect(await looksAfter(59)).toBe(0)
      expect(await looksAfter(1)).toBe(1)
      expect(await looksAfter(59 * 60)).toBe(1)
      expect(await looksAfter(60)).toBe(2)
    } finally {
      await stop()
      vi.useRealTimers()
    }
  })

  it('notice an order that differs from what was acknowledged', async () => {
    const { customer, orders } = used
    const since = orders[0].id - 1

    const compare = (told: typeof orders) =>
      compareWithAnswers(shop.db.run, [{ userId: customer.id, orders: told }], since)

    expect(await compare(orders)).toEqual([])
    expect(await compare([{ ...orders[0], total: 0.01 }])).toHaveLength(1)
    expect(await compare([])).toHaveLength(1)
    expect(await compare([...orders, { ...orders[0], id: 999_999 }])).toHaveLength(1)
  })
})

async function use(shop: Shop) {
  const customer = await shop.customer()
  const [ordered, kept] = await shop.products(2, { stock: 5 })
  const as = { token: customer.token }
  for (const cart of [ordered, kept]) {
    await shop.call('POST', '/api/user/cart', { ...as, body: { cart } })
  }
  await shop.call('POST', '/api/user/rate', { ...as, body: { productId: ordered, rating: 4 } })
  for (const lines of [['Street 1'], ['Street 2']]) {
    await shop.call('POST', '/api/user/addresses', { ...as, body: { ...AN_ADDRESS, lines } })
  }
  const { body } = await shop.call('POST', '/api/user/order', {
    ...as,
    body: { orders: [{ Product: ordered, quantity: 2 }] },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  return { customer, orders: body.data }
}

/** Runs the work in a transaction that is then rolled back, including schema changes. */
async function inRolledBackTransaction<T>(shop: Shop, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | null = null
  await inTransaction(shop.db, async (tx) => {
    result = { value: await work(tx) }
    throw new Error('undo')
  }).catch((error: Error) => {
    if (error.message !== 'undo') throw error
  })
  if (!result) throw new Error('the work did not finish')
  return (result as { value: T }).value
}
