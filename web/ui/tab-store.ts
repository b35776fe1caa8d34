import { createStore, type Store } from './store.ts'

/**
 * A store in session storage, whose value lasts as long as the tab; null if none is set.
 * @param isValue returns whether a stored value is valid, because it may have been edited by hand
 */
export function createTabStore<T>(
  key: string,
  isValue: (stored: Partial<T>) => boolean,
): Store<T | null> {
  const store = createStore(read(key, isValue), null)
  return {
    ...store,
    set(value) {
      try {
        if (value === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(value))
      } catch (error) {
        console.error(`${key} could not be stored.`, error)
      }
      store.set(value)
    },
  }
}

function read<T>(key: string, isValue: (stored: Partial<T>) => boolean): T | null {
  try {
    const stored: T | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return stored && isValue(stored) ? stored : null
  } catch {
    // Storage is unavailable, or was edited by hand.
    return null
  }
}
