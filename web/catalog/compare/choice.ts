/**
 * The products chosen for comparison in this tab, all from one category. Once a comparison is open, its URL determines
 * the choice.
 */
import type { Product } from '#contract/catalog.ts'
import { COMPARED_MAX } from '#contract/limits.ts'
import { accessToken } from '#web/api/stored-session.ts'
import { type Session, useSession } from '#web/session/useSession.ts'
import { useStore } from '#web/ui/store.ts'
import { createTabStore } from '#web/ui/tab-store.ts'

interface Choice {
  /**
   * The user who made the choice, so that nobody else on a shared computer sees it. 0 for a visitor, whose choice
   * survives signing in, like their cart.
   */
  user: number
  category: Product['category']
  ids: readonly number[]
}

export type CannotAdd = 'compare.full' | 'compare.oneCategory'

const NOTHING: readonly number[] = []

const choiceStore = createTabStore<Choice>('barq-compare', ({ ids }) => Array.isArray(ids))

export function useComparedIds(): readonly number[] {
  const { user } = useSession()
  return idsOf(useStore(choiceStore), user?.id)
}

const idsOf = (choice: Choice | null, user?: number) =>
  choice && [0, user].includes(choice.user) ? choice.ids : NOTHING

/** The id of the choosing user: 0 for a visitor, undefined until a signed-in user is known. */
export function chooserOf({ user }: Session): number | undefined {
  return user?.id ?? (accessToken() === null ? 0 : undefined)
}

/** Adds a product to the choice, or removes it. @returns why it cannot be added; null on success. */
export function toggleChosen(user: number, { id, category }: Product): CannotAdd | null {
  const choice = choiceStore.get()
  const ids = idsOf(choice, user)
  if (ids.includes(id)) {
    choose({ user, category, ids: ids.filter((one) => one !== id) })
    return null
  }
  if (ids.length > 0 && choice?.category !== category) return 'compare.oneCategory'
  if (ids.length >= COMPARED_MAX) return 'compare.full'
  choose({ user, category, ids: [...ids, id] })
  return null
}

/** Replaces the choice; clears it if there are no ids. */
export function choose(choice: Choice): void {
  choiceStore.set(choice.ids.length > 0 ? choice : null)
}

export function clearChosen(): void {
  choose({ user: 0, category: 'Phones', ids: [] })
}
