/**
 * The customer's choices for the next order, stored in this tab until it is placed, so that the coupon and the note
 * survive leaving or reloading the page.
 */
import type { WayToPay } from '#contract/order-moves.ts'
import { DRAFT_KEY, onSessionChange } from '#web/api/stored-session.ts'
import { useSession } from '#web/session/useSession.ts'
import { useStore } from '#web/ui/store.ts'
import { createTabStore } from '#web/ui/tab-store.ts'
import type { QuoteChoice } from './quote.queries.ts'

export interface Chosen extends QuoteChoice {
  note: string
  payment: WayToPay
}

interface Kept extends Chosen {
  /** The user who made the choice, so that nobody else on a shared computer sees it. */
  user: number
}

const NOTHING_CHOSEN: Chosen = {
  addressId: null,
  delivery: null,
  coupon: null,
  note: '',
  payment: 'online',
}

const store = createTabStore<Kept>(`${DRAFT_KEY}checkout`, ({ note }) => typeof note === 'string')

export function useChosen(): [Chosen, (part: Partial<Chosen>) => void] {
  // 0 while the user is unknown; a choice made then is dropped once the user is known.
  const user = useSession().user?.id ?? 0
  const chosen = choiceOf(user, useStore(store))
  return [chosen, (part) => store.set({ ...choiceOf(user, store.get()), ...part, user })]
}

function choiceOf(user: number, kept: Kept | null): Chosen {
  return kept?.user === user ? kept : NOTHING_CHOSEN
}

onSessionChange(forgetChosen)

export function forgetChosen(): void {
  store.set(null)
}
