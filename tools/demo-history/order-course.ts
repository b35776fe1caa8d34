import { type Move, stateAfter } from '#contract/order-moves.ts'
import type { Random } from '#tests/kit/random.ts'
import { MINUTE, type PastMove } from './history-rows.ts'
import { workingHour } from './shopping-times.ts'

/** `waiting` (for confirmation), `confirmed` and `shipped` mean that the order is still in that state now. */
export type Fate =
  | 'bought'
  | 'refunded'
  | 'regretted'
  | 'unpaid'
  | 'waiting'
  | 'confirmed'
  | 'shipped'

/** How common each fate is, in percent. */
const FATES: ReadonlyArray<readonly [Fate, number]> = [
  ['bought', 92.8],
  ['regretted', 3],
  ['unpaid', 2.8],
  ['refunded', 1.4],
]

/** The default of UNPAID_EXPIRES_AFTER, in a shop that confirms orders automatically. */
const TIME_TO_PAY = 30 * MINUTE

/** When an order is sent, as a share of the time between payment and delivery. */
const UNTIL_SENT = 0.4

const PAID: readonly Fate[] = ['bought', 'refunded', 'shipped']
const DELIVERED: readonly Fate[] = ['bought', 'refunded']

export function drawFate(random: Random): Fate {
  return FATES[random.weighted(FATES.map(([, share]) => share))]?.[0] ?? 'bought'
}

/** The moves that an order with this fate has made by now. */
export function courseOf(random: Random, fate: Fate, placedAt: number, now: number): PastMove[] {
  const moves: PastMove[] = [
    { move: 'place', from: null, to: 'pending', actor: 'customer', at: placedAt },
  ]
  const add = (move: Move, actor: PastMove['actor'], at: number) => {
    const from = moves.at(-1)?.to ?? null
    moves.push({
      move,
      from,
      to: from ? stateAfter(move, from) : 'pending',
      actor,
      at: Math.floor(at),
    })
  }
  if (fate === 'waiting') return moves

  const confirmedAt = placedAt + random.between(15_000, 17_000)
  add('confirm', 'server', confirmedAt)
  if (fate === 'regretted') {
    add('cancel', 'customer', confirmedAt + random.between(2 * MINUTE, TIME_TO_PAY))
  }
  if (fate === 'unpaid') {
    add('cancel', 'server', confirmedAt + TIME_TO_PAY + random.between(0, MINUTE))
  }
  const paidAt = confirmedAt + payingTime(random)
  const deliveredAt = workingHour(random, paidAt, random.whole(1, 4))
  const sentAt = paidAt + (deliveredAt - paidAt) * UNTIL_SENT
  if (PAID.includes(fate)) {
    add('pay', 'customer', paidAt)
    add('send', 'admin', sentAt)
  }
  if (DELIVERED.includes(fate)) {
    add('deliver', random.chance(0.75) ? 'customer' : 'admin', deliveredAt)
  }
  if (fate === 'refunded') {
    add('refund', 'admin', workingHour(random, deliveredAt, random.whole(1, 9)))
  }
  return moves.filter(({ at }) => at < now)
}

function payingTime(random: Random): number {
  return random.chance(0.9)
    ? random.between(0.7 * MINUTE, 9 * MINUTE)
    : random.between(9 * MINUTE, TIME_TO_PAY)
}
