/**
 * What the customer has chosen for the next order, until it is placed: neither another page nor a
 * reload loses the coupon or the note.
 */
import type { WayToPay } from '#contract/order-moves.ts'
import { onSessionChange } from '#web/api/stored-session.ts'
import { useSession } from '#web/session/useSession.ts'
import { useStore } from '#web/ui/store.ts'
import { createTabStore } from '#web/ui/tab-store.ts'
import type { QuoteChoice } from './quote.queries.ts'

/** Null for the shop's choice. */
export interface Chosen extends QuoteChoice {
  note: string
  payment: WayToPay
}

interface Kept extends Chosen {
  /** Whose choice it is: nobody else's is shown on a shared computer. */
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

/** @returns the choice, and what changes a part of it. */
export function useChosen(): [Chosen, (part: Partial<Chosen>) => void] {
  // Without an answer about the user the choice is kept all the same.
  const user = useSession().user?.id ?? 0
  const chosen = choiceOf(user, useStore(store))
  return [chosen, (part) => store.set({ ...choiceOf(user, store.get()), ...part, user })]
}

function choiceOf(user: number, kept: Kept | null): Chosen {
  return kept?.user === user ? kept : NOTHING_CHOSEN
}

onSessionChange(forgetChosen)

/** Chooses nothing. */
export function forgetChosen(): void {
  store.set(null)
}
