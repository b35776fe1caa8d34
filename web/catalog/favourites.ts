/** This browser's favorites: `favorite-{id}` in local storage, `true` or `false`. */
import { useSyncExternalStore } from 'react'
import { createStore, useStore } from '#web/ui/store.ts'
import { putStored } from '#web/ui/stored.ts'

const PREFIX = 'favorite-'

/** The server renders the same page for every browser, without favorites. */
const NONE: ReadonlySet<number> = new Set()

const favouriteStore = createStore(storedFavourites(), NONE)

window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith(PREFIX)) favouriteStore.set(storedFavourites())
})

export function useFavourites(): ReadonlySet<number> {
  return useStore(favouriteStore)
}

/** Whether a product is a favorite. Changes to other products do not re-render the component. */
export function useIsFavourite(id: number): boolean {
  return useSyncExternalStore(
    favouriteStore.subscribe,
    () => favouriteStore.get().has(id),
    () => false,
  )
}

export function toggleFavourite(id: number): void {
  const next = new Set(favouriteStore.get())
  const favourite = !next.delete(id)
  if (favourite) next.add(id)
  putStored(`${PREFIX}${id}`, String(favourite))
  favouriteStore.set(next)
}

function storedFavourites(): ReadonlySet<number> {
  const ids = new Set<number>()
  try {
    for (const [key, value] of Object.entries(localStorage)) {
      const id = Number(key.slice(PREFIX.length))
      if (key.startsWith(PREFIX) && value === 'true' && Number.isSafeInteger(id)) ids.add(id)
    }
  } catch {
    // Storage is unavailable, so there are no favorites.
  }
  // The same object as on the server, so that a rendered screen is not re-rendered.
  return ids.size === 0 ? NONE : ids
}
