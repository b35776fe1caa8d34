/**
 * R10: random steps run in the model and in the real application; after each step the response and
 * the whole state must agree, and the invariants must hold. A failure is shrunk to the fewest steps
 * and printed with its seed: `REPLAY_SEED=...` repeats it.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { type StripeShop, withStripe } from '#tests/kit/stripe-shop.ts'
import { volume } from '#tests/kit/volume.ts'
import {
  CUSTOMERS,
  freshModel,
  isPossible,
  type Model,
  PRODUCTS,
  type Step,
  take,
} from './model.ts'
import { Real } from './real.ts'

const RUNS = volume(3, 40)
const STEPS_MAX = 40
/** Every run of `npm test` draws the same steps; `npm run test:all` draws new ones. */
const SEED = Number(process.env.REPLAY_SEED) || volume(7, Date.now())

const who = fc.nat({ max: CUSTOMERS - 1 })
const product = fc.nat({ max: PRODUCTS - 1 })
const order = fc.nat({ max: 11 })
const line = fc.record({ product, quantity: fc.integer({ min: 1, max: 4 }) })

/** Steps that are frequent in a shop are drawn more often. */
const STEPS: Array<fc.Arbitrary<Step>> = [
  ...(['add', 'add', 'remove'] as const).map((does) =>
    fc.record({ does: fc.constant(does), who, product }),
  ),
  ...Array.from({ length: 4 }, () =>
    fc.record({
      does: fc.constant('order' as const),
      who,
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  ),
  ...(
    [
      ...['confirm', 'confirm', 'begin', 'begin', 'settle', 'settle', 'cancel', 'refund'],
      'deliver',
    ] as const
  ).map((does) => fc.record({ does: fc.constant(does), order })),
  fc.record({
    does: fc.constant('restock' as const),
    product,
    units: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({
    does: fc.constant('rate' as const),
    who,
    product,
    stars: fc.integer({ min: 1, max: 5 }),
  }),
  ...(['read', 'logout'] as const).map((does) => fc.record({ does: fc.constant(does), who })),
  ...(['repeat', 'reopen'] as const).map((does) => fc.record({ does: fc.constant(does) })),
]

describeShop('the shop and its model', (shop) => {
  const stripe = withStripe(shop)

  it('agree after every step', { timeout: 1_200_000 }, async () => {
    let steps = 0
    const commands = STEPS.map((arbitrary) =>
      arbitrary.map((step) => new Command(step, stripe, () => steps++)),
    )
    const agree = fc.asyncProperty(
      fc.commands(commands, { maxCommands: STEPS_MAX, size: '+1' }),
      async (list) => {
        const real = await Real.create(stripe)
        await fc.asyncModelRun(() => ({ model: freshModel(), real }), list)
      },
    )
    // How many of the drawn steps are possible is chance.
    for (let seed = SEED; steps <= 5 * RUNS; seed++) await fc.assert(agree, { numRuns: RUNS, seed })
  })
})

class Command implements fc.AsyncCommand<Model, Real> {
  readonly #step: Step
  readonly #stripe: StripeShop
  readonly #count: () => void

  constructor(step: Step, stripe: StripeShop, count: () => void) {
    this.#step = step
    this.#stripe = stripe
    this.#count = count
  }

  check(model: Readonly<Model>): boolean {
    return isPossible(model, this.#step)
  }

  async run(model: Model, real: Real): Promise<void> {
    const expected = take(model, this.#step)
    const status = await real.take(this.#step)
    expect(status, `the answer to ${this}`).toBe(expected)
    const { latest: _, ...there } = model
    expect(await real.state()).toEqual(there)
    this.#count()
    expect(await checkInvariants(this.#stripe.shop.db.run)).toEqual([])
  }

  /** Used to print a counterexample. */
  toString(): string {
    return JSON.stringify(this.#step)
  }
}
