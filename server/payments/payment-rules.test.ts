/** Payment rules, tested one at a time, with a provider that returns whatever a test needs. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { createCatalogChanges } from '../catalog/catalog-changes.ts'
import { moveOrder } from '../orders/move-order.ts'
import { createOrders } from '../orders/orders.ts'
import {
  REFUND_PART_TOPIC,
  REFUND_PAYMENT_TOPIC,
  REFUND_SHARE_TOPIC,
} from '../orders/refund-topics.ts'
import { inTransaction } from '../platform/db/database.ts'
import { createPayments } from './payments.ts'
import type { Outcome, PaymentProvider } from './provider.ts'
import { createSettle } from './settle.ts'

const URL_OF_PAGE = 'https://pay.example/page'
const DECLINED: Outcome = { status: 'declined' }

function captured(amountCents = 2_500, currency = 'usd'): Outcome {
  return { status: 'captured', ref: crypto.randomUUID(), amountCents, currency }
}

function page(): Outcome {
  return { status: 'redirect', ref: crypto.randomUUID(), url: URL_OF_PAGE }
}

describeShop('payments', (shop) => {
  const kit = (name: PaymentProvider['name'] = 'stripe') => {
    const provider = {
      name,
      charge: vi.fn<PaymentProvider['charge']>(async () => page()),
      find: vi.fn<PaymentProvider['find']>(async () => null),
      close: vi.fn<PaymentProvider['close']>(async () => DECLINED),
      refund: async () => {},
      ledger: null,
      messages: null,
    } satisfies PaymentProvider
    const orders = createOrders(shop.db, createCatalogChanges())
    const warned: string[] = []
    const warn = (_error: unknown, what: string) => void warned.push(what)
    const parts = { orders, warn, marksTestOrders: false }
    const payments = createPayments({ ...parts, db: shop.db, provider, unpaidExpiresAfter: 1800 })
    const settle = createSettle(parts)
    const settled = (id: string, outcome: Outcome) =>
      inTransaction(shop.db, (tx) => settle(tx, id, outcome))
    return { provider, payments, settled, warned }
  }
  const confirmed = async () => {
    const { id } = await shop.customer()
    const by = { id, sessionId: 1 }
    const Product = await shop.product({ stock: 10, price: 12.5 })
    const orders = createOrders(shop.db, createCatalogChanges())
    const [order] = await orders.place(by, [{ Product, quantity: 2 }], null)
    if (!order) throw new Error('the order was not placed')
    await move(order.id, 'confirm')
    return { by, id: order.id, Product }
  }
  const move = (orderId: number, what: 'confirm' | 'cancel') =>
    inTransaction(shop.db, (tx) =>
      moveOrder(tx, { orderId, move: what, by: 'admin', actorId: null }),
    )
  const begun = (orderId: number, provider = 'stripe', seconds = 0) =>
    shop.value<string>`
      insert into payment (id, order_id, provider, amount_cents, state, created_at)
      select gen_random_uuid(), id, ${provider}, total_cents, 'started',
        now() - make_interval(secs => ${seconds}) from orders where id = ${orderId}
      returning id`
  const age = (orderId: number, time: string) =>
    shop.sql`
      update payment set created_at = created_at - ${time}::interval,
        checked_at = checked_at - ${time}::interval
      where order_id = ${orderId}`
  const look = async (orderId: number) => {
    const rows = await shop.sql<{ state: string; payments: string[]; hold: string | null }>`
      select o.state, (extract(epoch from o.hold_expires_at)::float8 - extract(epoch from now())::float8)::text as hold,
        array(select p.state from payment p where p.order_id = o.id order by p.created_at) as payments
      from orders o where o.id = ${orderId}`
    const [{ state, payments, hold }] = rows as [(typeof rows)[number]]
    return { state, payments, hold: hold && Number(hold) }
  }
  const refundsAsked = async (paymentId: string) => {
    const rows = await shop.sql<{ payload: object }>`
      select payload from outbox where topic = 'refund-payment'
        and payload ->> 'paymentId' = ${paymentId}`
    return rows.map(({ payload }) => payload)
  }

  afterEach(async () => {
    expect(await checkInvariants(shop.db.run)).toEqual([])
    await shop.sql`update payment set checked_at = now()`
  })

  describe('paying', () => {
    it('opens a page, stores its id and holds the order for as long', async () => {
      const { provider, payments } = kit()
      const { by, id } = await confirmed()

      const answer = await payments.pay(by, id, 'a wish')

      expect(answer).toMatchObject({ redirect: URL_OF_PAGE, order: { id } })
      expect(provider.charge.mock.calls).toEqual([
        [
          expect.objectContaining({
            orderId: id,
            amountCents: 2_500,
            lines: [{ name: expect.any(String), unitPriceCents: 1_250, quantity: 2 }],
            ref: null,
          }),
          'a wish',
        ],
      ])
      const { hold, ...rest } = await look(id)
      expect(rest).toEqual({ state: 'confirm', payments: ['started'] })
      expect(hold).toBeGreaterThan(2_900)
      expect(hold).toBeLessThanOrEqual(3_000)
    })

    it.for(['disabled', 'closed'])('is refused to an account just %s', async (how) => {
      const { provider, payments } = kit()
      const { by, id } = await confirmed()
      await shop.sql`
        update app_user set disabled_at = now(), deleted_at = case ${how} when 'closed' then now() end
        where id = ${by.id}`

      await expect(payments.pay(by, id)).rejects.toMatchObject({ code: 'not_found' })

      expect(provider.charge).not.toHaveBeenCalled()
      expect(await look(id)).toEqual({ state: 'confirm', payments: [], hold: null })
    })

    it('looks up the outcome when the provider fails', async () => {
      const { provider, payments, warned } = kit()
      const { by, id } = await confirmed()
      provider.charge.mockRejectedValue(new Error('silence'))
      const later = { code: 'unavailable', extras: { retryAfter: 5 } }

      await expect(payments.pay(by, id)).rejects.toMatchObject(later)
      expect(warned).toEqual([expect.stringContaining('failed at stripe')])
      provider.find.mockRejectedValueOnce(new Error('silence'))
      await expect(payments.pay(by, id)).rejects.toMatchObject(later)
      expect(warned).toHaveLength(2)
      provider.find.mockResolvedValueOnce(captured())
      expect((await payments.pay(by, id)).order.state).toBe('complete')
      expect((await look(id)).payments).toEqual(['captured'])
    })

    it('fails for now while the outcome of an open page cannot be looked up', async () => {
      const { provider, payments, warned } = kit()
      const { by, id } = await confirmed()
      await payments.pay(by, id)
      provider.find.mockRejectedValueOnce(new Error('silence'))

      await expect(payments.pay(by, id)).rejects.toMatchObject({ code: 'unavailable' })

      expect(warned).toEqual([expect.stringContaining('the outcome of charge ')])
      expect((await look(id)).payments).toEqual(['started'])
    })

    it('ends what the sandbox began, and never runs beside a payment of Stripe', async () => {
      const [one, two] = [await confirmed(), await confirmed()]
      await begun(one.id, 'sandbox')
      await begun(two.id, 'stripe')

      expect(await kit().payments.pay(one.by, one.id)).toHaveProperty('redirect')
      expect((await look(one.id)).payments.toSorted()).toEqual(['started', 'voided'])
      const { provider, payments } = kit('sandbox')
      await expect(payments.pay(two.by, two.id)).rejects.toMatchObject({ code: 'conflict' })
      expect(provider.charge).not.toHaveBeenCalled()
    })
  })

  describe('money', () => {
    it('from an older page is refunded while another is open', async () => {
      const { settled } = kit()
      const { id } = await confirmed()
      const old = await begun(id, 'stripe', 10)
      await settled(old, DECLINED)
      const open = await begun(id)

      await settled(old, captured())
      expect(await look(id)).toMatchObject({ state: 'confirm', payments: ['refunded', 'started'] })
      await settled(open, captured())
      expect(await look(id)).toMatchObject({
        state: 'complete',
        payments: ['refunded', 'captured'],
      })
      expect(await refundsAsked(open)).toEqual([])
    })

    it('from an older page pays when no other is open', async () => {
      const { settled } = kit()
      const { id } = await confirmed()
      const payment = await begun(id)
      await settled(payment, DECLINED)

      await settled(payment, captured())
      await settled(payment, DECLINED)
      await settled(payment, captured(1))

      expect(await look(id)).toMatchObject({ state: 'complete', payments: ['captured'] })
    })

    it('refunded before the shop learned of the payment frees the order', async () => {
      const { payments, settled } = kit()
      const [open, failed] = [await confirmed(), await confirmed()]
      await payments.pay(open.by, open.id)
      const first = await shop.value<string>`select id from payment where order_id = ${open.id}`
      const second = await begun(failed.id)
      await settled(second, DECLINED)
      await shop.sql`update orders set hold_expires_at = now() + interval '1 hour'
        where id = ${failed.id}`

      for (const payment of [first, second]) await settled(payment, { status: 'returned' })
      await settled(first, captured())

      expect(await look(open.id)).toEqual({ state: 'confirm', payments: ['refunded'], hold: null })
      expect(await look(failed.id)).toMatchObject({ payments: ['refunded'] })
      expect((await look(failed.id)).hold).toBeGreaterThan(0)
    })
  })

  describe('ending an attempt', () => {
    it('waits for the provider, and does not end a charge that the provider does not know yet', async () => {
      const { provider, payments, warned } = kit()
      const { by, id } = await confirmed()
      await begun(id)
      provider.close.mockRejectedValueOnce(new Error('silence'))

      await expect(payments.endAttempt(id, by.id)).rejects.toMatchObject({ code: 'unavailable' })
      expect(warned).toEqual([expect.stringContaining('could not be closed')])
      provider.close.mockResolvedValueOnce(null)
      await payments.endAttempt(id, by.id)

      expect((await look(id)).payments).toEqual(['started'])
    })

    it('of another provider: the sandbox’s is over, only the staff can give up Stripe’s', async () => {
      const [one, two] = [await confirmed(), await confirmed()]
      await begun(one.id, 'sandbox')
      await begun(two.id, 'stripe')
      const [stripe, sandbox] = [kit(), kit('sandbox')]

      await stripe.payments.endAttempt(one.id, null)
      await sandbox.payments.endAttempt(two.id, two.by.id)

      expect((await look(one.id)).payments).toEqual(['failed'])
      expect((await look(two.id)).payments).toEqual(['started'])
      const unknown = await sandbox.payments.endAttempt(two.id, null)
      if (!unknown) throw new Error('the provider knows the charge')
      const giveUp = () => inTransaction(shop.db, (tx) => sandbox.payments.giveUp(tx, unknown))
      await expect(giveUp()).rejects.toMatchObject({
        code: 'conflict',
        sentence: 'error.paymentUnknown',
        extras: { state: 'confirm', retryAfter: expect.closeTo(3_000, -2) },
      })
      await age(two.id, '50 minutes')
      expect(await giveUp()).toEqual({ paymentGivenUp: unknown.chargeId, provider: 'stripe' })
      expect(await giveUp()).toBeNull()
      expect((await look(two.id)).payments).toEqual(['voided'])
      expect(stripe.provider.close).not.toHaveBeenCalled()
      expect(sandbox.provider.close).not.toHaveBeenCalled()
    })
  })

  it('of a provider that this version does not know are never treated as paid or as over', async () => {
    const { id } = await confirmed()
    await begun(id, 'cheques', 70)
    const { payments, provider } = kit()

    await payments.sweep()
    const unknown = await payments.endAttempt(id, null)

    expect(provider.find).not.toHaveBeenCalled()
    expect((await look(id)).payments).toEqual(['started'])
    if (!unknown) throw new Error('the provider knows the charge')
    await expect(
      inTransaction(shop.db, (tx) => payments.giveUp(tx, unknown)),
    ).rejects.toMatchObject({ extras: { retryAfter: expect.closeTo(120 * 60 - 70, -2) } })
  })

  describe('the sweeper', () => {
    it('asks about payments begun a minute ago, once, and goes on when one fails', async () => {
      const { provider, payments, warned } = kit()
      const [broken, paid, lost, young, sandbox] = await Promise.all(
        Array.from({ length: 5 }, confirmed),
      )
      if (!broken || !paid || !lost || !young || !sandbox)
        throw new Error('five orders were not placed')
      const bad = await begun(broken.id, 'stripe', 90)
      const good = await begun(paid.id, 'stripe', 80)
      await begun(lost.id, 'stripe', 70)
      await begun(young.id, 'stripe', 50)
      await begun(sandbox.id, 'sandbox', 70)
      provider.find.mockImplementation(async ({ chargeId }) => {
        if (chargeId === bad) throw new Error('silence')
        return chargeId === good ? captured() : null
      })

      await payments.sweep()
      await payments.sweep()

      expect(provider.find).toHaveBeenCalledTimes(3)
      expect(warned).toEqual([`charge ${bad} could not be settled`])
      const states = [broken, paid, lost, young, sandbox].map(({ id }) => look(id))
      expect((await Promise.all(states)).map(({ payments }) => payments)).toEqual([
        ['started'],
        ['captured'],
        ['failed'],
        ['started'],
        ['failed'],
      ])
    })

    it('asks less and less often about payments of another account, and warns once', async () => {
      const { provider, payments, warned } = kit()
      const { id } = await confirmed()
      const payment = await begun(id, 'stripe', 120)
      provider.find.mockResolvedValue({ status: 'unknown_account' })
      const asked = async (time: string) => {
        provider.find.mockClear()
        await age(id, time)
        await payments.sweep()
        return provider.find.mock.calls.length
      }

      expect(await asked('0')).toBe(1)
      expect(await asked('59 minutes')).toBe(0)
      expect(await asked('3 minutes')).toBe(1)
      // The charge is 64 minutes old by now: the provider is queried again when it is twice as old.
      expect(await asked('62 minutes')).toBe(0)
      expect(await asked('4 minutes')).toBe(1)
      await age(id, '3 days')
      expect(await asked('0')).toBe(1)
      expect(await asked('23 hours')).toBe(0)
      expect(await asked('62 minutes')).toBe(1)
      expect(warned).toEqual([
        `charge ${payment} does not belong to this stripe account: restore the keys of its account, or settle it by hand (docs/operations.md)`,
      ])

      // Another process may have the account's keys again.
      const next = kit()
      next.provider.find.mockResolvedValue(captured())
      await next.payments.sweep()
      expect(await look(id)).toMatchObject({ state: 'complete', payments: ['captured'] })
    })

    it('reaches the others although fifty of another account are older', async () => {
      const { provider, payments } = kit()
      const orders = await Promise.all(Array.from({ length: 51 }, confirmed))
      const last = orders.pop()
      for (const { id } of orders) await begun(id, 'stripe', 4_000)
      const own = await begun(last?.id ?? 0, 'stripe', 100)
      provider.find.mockImplementation(async ({ chargeId }) =>
        chargeId === own ? captured() : { status: 'unknown_account' },
      )

      await payments.sweep()
      for (const { id } of orders) await age(id, '61 seconds')
      await payments.sweep()

      expect((await look(last?.id ?? 0)).payments).toEqual(['captured'])
      expect(provider.find).toHaveBeenCalledTimes(51)
    })

    it('retries refunds that were dead-lettered half an hour ago', async () => {
      const refund = async (
        attempts: number,
        minutes: number,
        what: { topic?: string; taker?: string } = {},
      ) => {
        const { topic = REFUND_PAYMENT_TOPIC.name, taker = 'stripe' } = what
        const payload = JSON.stringify({ provider: taker })
        return shop.value`
          insert into outbox (topic, payload, attempts, available_at)
          values (${topic}, ${payload}::text::jsonb, ${attempts}, now() - make_interval(mins => ${minutes}))
          returning id`
      }
      const ids = [await refund(10, 31), await refund(10, 29), await refund(9, 31)]
      ids.push(await refund(10, 31, { taker: 'sandbox' }))
      for (const { name: topic } of [REFUND_SHARE_TOPIC, REFUND_PART_TOPIC]) {
        ids.push(await refund(10, 31, { topic }))
      }

      const attemptsAfter = async (provider: PaymentProvider['name']) => {
        await kit(provider).payments.sweep()
        const rows = await shop.sql<{ attempts: number }>`
          select attempts from outbox where id = any(${ids}::bigint[]) order by id`
        return rows.map(({ attempts }) => attempts)
      }

      // Refunds for a provider that is not set up wait until it is.
      expect(await attemptsAfter('sandbox')).toEqual([10, 10, 9, 0, 10, 10])
      expect(await attemptsAfter('stripe')).toEqual([0, 10, 9, 0, 0, 0])
      await shop.sql`delete from outbox where id = any(${ids}::bigint[])`
    })
  })
})
