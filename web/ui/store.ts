import { useSyncExternalStore } from 'react'

/** A value stored outside React, which components read with `useStore`. */
export interface Store<T> {
  /** The value in server-drawn pages, which is the same for every browser. */
  drawn: T
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

/** Creates a store; setting the same value again does not notify listeners. */
export function createStore<T>(initial: T, drawn = initial): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    drawn,
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

/**
 * Reads a store. Parts hydrated later also start with the drawn value, so that React keeps them.
 * @param drawn returns the drawn value, if it depends on the page
 */
export function useStore<T>(store: Store<T>, drawn = () => store.drawn): T {
  return useSyncExternalStore(store.subscribe, store.get, drawn)
}
