/**
 * The customer's choices for the next order, kept until it is placed: neither another page nor a reload loses the
 * coupon or the note.
 */
import type { WayToPay } from '#contract/order-moves.ts'
import { onSessionChange } from '#web/api/stored-session.ts'
import { useSession } from '#web/session/useSession.ts'
import { useStore } from '#web/ui/store.ts'
import { createTabStore } from '#web/ui/tab-store.ts'
import type { QuoteChoice } from './quote.queries.ts'

/** Null for the shop's default. */
export interface Chosen extends QuoteChoice {
  note: string
  payment: WayToPay
}

interface Kept extends Chosen {
  /** The owner of the choice: it is not shown to anybody else on a shared computer. */
  user: number
}

const NOTHING_CHOSEN: Chosen = {
  addressId: null,
  delivery: null,
  coupon: null,
  note: '',
  payment: 'online',
}

const store = createTabStore<Kept>('barq-checkout', ({ note }) => typeof note === 'string')

/** @returns the choice, and a function that changes a part of it. */
export function useChosen(): [Chosen, (part: Partial<Chosen>) => void] {
  // Without an answer about the user the choice is kept as well.
  const user = useSession().user?.id ?? 0
  const chosen = choiceOf(user, useStore(store))
  return [chosen, (part) => store.set({ ...choiceOf(user, store.get()), ...part, user })]
}

function choiceOf(user: number, kept: Kept | null): Chosen {
  return kept?.user === user ? kept : NOTHING_CHOSEN
}

onSessionChange(forgetChosen)

/** Resets the choice. */
export function forgetChosen(): void {
  store.set(null)
}
