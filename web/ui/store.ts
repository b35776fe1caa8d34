import { useSyncExternalStore } from 'react'

/** A value outside React that components read with `useStore`. */
export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

/** Creates a store; setting the same value again notifies no listener. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** @param drawn the value in a page that the server draws, which is the same for every browser */
export function useStore<T>(store: Store<T>, drawn = store.get): T {
  return useSyncExternalStore(store.subscribe, store.get, drawn)
}
