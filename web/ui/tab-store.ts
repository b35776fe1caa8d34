import { createStore, type Store } from './store.ts'
import { putStored, storedJson } from './stored.ts'

/**
 * A store in session storage, whose value lasts as long as the tab; null if none is set.
 * @param isValue returns whether a stored value is valid, because it may have been edited by hand
 */
export function createTabStore<T>(
  key: string,
  isValue: (stored: Partial<T>) => boolean,
): Store<T | null> {
  const found = storedJson(key, 'sessionStorage') as T | null
  const store = createStore<T | null>(found && isValue(found) ? found : null, null)
  return {
    ...store,
    set(value) {
      putStored(key, value === null ? null : JSON.stringify(value), 'sessionStorage')
      store.set(value)
    },
  }
}
