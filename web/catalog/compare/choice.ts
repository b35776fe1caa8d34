/**
 * The products that this tab's user has chosen to compare, all of one category, in session storage:
 * they last as long as the tab. Once a comparison is open, its address is the choice.
 */
import type { Product } from '#contract/catalog.ts'
import { COMPARED_MAX } from '#contract/limits.ts'
import { useSession } from '#web/session/useSession.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const STORAGE_KEY = 'barq-compare'

interface Choice {
  /** Whose choice it is: nobody else's is shown on a shared computer. */
  user: number
  category: Product['category']
  ids: readonly number[]
}

export type CannotAdd = 'compare.full' | 'compare.oneCategory'

const NOTHING: readonly number[] = []

const choiceStore = createStore<Choice | null>(storedChoice())

/** The chosen ids, in the order in which they were chosen. */
export function useChosen(): readonly number[] {
  const { user } = useSession()
  const choice = useStore(choiceStore)
  return choice && choice.user === user?.id ? choice.ids : NOTHING
}

/** Chooses a product, or no longer. @returns why it cannot be chosen, null when it was. */
export function toggleChosen(user: number, { id, category }: Product): CannotAdd | null {
  const choice = choiceStore.get()
  const ids = choice?.user === user ? choice.ids : NOTHING
  if (ids.includes(id)) {
    choose({ user, category, ids: ids.filter((one) => one !== id) })
    return null
  }
  if (ids.length > 0 && choice?.category !== category) return 'compare.oneCategory'
  if (ids.length >= COMPARED_MAX) return 'compare.full'
  choose({ user, category, ids: [...ids, id] })
  return null
}

/** Replaces the choice; none without ids. */
export function choose(choice: Choice): void {
  const kept = choice.ids.length > 0 ? choice : null
  try {
    if (kept) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
    else sessionStorage.removeItem(STORAGE_KEY)
  } catch (error) {
    console.error('The comparison could not be remembered.', error)
  }
  choiceStore.set(kept)
}

/** Chooses nothing. */
export function clearChosen(): void {
  choose({ user: 0, category: 'Phones', ids: [] })
}

function storedChoice(): Choice | null {
  try {
    const choice: Choice | null = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    return Array.isArray(choice?.ids) ? choice : null
  } catch {
    // Storage is unavailable, or was written by hand: nothing is chosen.
    return null
  }
}
