import { useSyncExternalStore } from 'react'

/** A value stored outside React, which components read with `useStore`. */
export interface Store<T> {
  /** The value in server-rendered pages, which is the same for every browser. */
  rendered: T
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

/** Creates a store; setting the same value again does not notify listeners. */
export function createStore<T>(initial: T, rendered = initial): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    rendered,
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
 * Reads a store. Parts hydrated later also start with the rendered value, so that React keeps them.
 * @param rendered returns the rendered value, if it depends on the page
 */
export function useStore<T>(store: Store<T>, rendered = () => store.rendered): T {
  return useSyncExternalStore(store.subscribe, store.get, rendered)
}
