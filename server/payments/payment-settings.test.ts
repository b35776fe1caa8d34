/** Which payment settings a shop can start with, and that no card number is ever stored, logged or returned. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { logsOf } from '#tests/kit/log-lines.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { withStripe } from '#tests/kit/stripe-shop.ts'
import { readConfig } from '../config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  REALTIME_APP_SECRET: 's'.repeat(32),
}
const KEYS = { STRIPE_SECRET_KEY: 'sk_live_secret', STRIPE_WEBHOOK_SECRET: 'whsec_secret' }

describe('the settings of payments', () => {
  it.for([
    [PRODUCTION, 'STRIPE_SECRET_KEY is missing: set it, or set PAYMENTS=sandbox'],
    [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY is missing'],
    [{ PAYMENTS: 'paypal' }, 'PAYMENTS must be one of sandbox, stripe, not "paypal"'],
    [{ ...KEYS, PAYMENTS: 'sandbox' }, 'PAYMENTS=sandbox and STRIPE_SECRET_KEY cannot both be set'],
    [
      { STRIPE_SECRET_KEY: 'sk_live_secret' },
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be',
    ],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_secret' },
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be',
    ],
    [{ ...KEYS, STRIPE_API_BASE: 'https://evil.example' }, 'STRIPE_API_BASE is for tests'],
  ] as const)('refuse %j', ([env, sentence]) => {
    expect(() => readConfig(env)).toThrow(sentence)
    expect(() => readConfig(env)).not.toThrow(/_secret/)
  })

  it.for([
    [{}, 'sandbox'],
    [{ PAYMENTS: 'sandbox' }, 'sandbox'],
    [{ ...PRODUCTION, PAYMENTS: 'sandbox' }, 'sandbox'],
    [{ ...PRODUCTION, ...KEYS }, 'stripe'],
    [{ ...KEYS, PAYMENTS: 'stripe' }, 'stripe'],
  ] as const)('of %j are fine: %s', ([env, provider]) => {
    expect(readConfig(env).paymentProvider.name).toBe(provider)
  })
})

const CARD = '4000056655665556'
const CVC = '90817263'

describeShop('a card number', (shop) => {
  const stripe = withStripe(shop)

  it('appears in no row, log or answer, wherever it was sent', async () => {
    const logs = logsOf(stripe.app, 'trace')
    const order = await stripe.order()
    const card = { number: CARD, cvc: CVC, testCard: CARD, card: { number: CARD, cvc: CVC } }
    const answers = [
      await stripe.pay(order, card),
      await stripe.pay(order, { ...card, testCard: undefined }),
      await stripe.pay({ ...order, id: 0 }, card),
      await shop.call('POST', `/api/user/order/${order.id}/payment`, {
        token: order.buyer.token,
        body: { ...card, testCard: 'decline' },
      }),
    ]
    stripe.fake.fault = () => ({ when: 'before', does: 500 })
    answers.push(await stripe.pay(await stripe.order(), { card: CARD, cvc: CVC }))
    stripe.fake.fault = () => null
    const forged = { ...stripe.fake.event('checkout.session.completed', card), cvc: CVC }
    await stripe.post(JSON.stringify(forged), { 'stripe-signature': `t=1,v1=${CARD}` })
    await stripe.send(stripe.fake.pay(await stripe.begin(await stripe.order())))

    const seen = JSON.stringify([answers, await everyRow()]) + logs.join('')
    expect(logs.join('')).toContain('failed at stripe')
    expect(seen).toContain('captured')
    const secrets = [CARD, CVC, 'sk_test_of_a_test', 'whsec_of_a_test']
    const found = secrets.filter((secret) => seen.includes(secret))
    expect(found).toEqual([])
  })

  async function everyRow(): Promise<unknown> {
    const rows = await shop.sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`
    const all = rows.map(({ name }) => shop.sql`select * from ${sql.table(name)}`)
    return Promise.all(all)
  }
})
