import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether to render content below the first screen. False on the server and while its screen is hydrated; React then
 * renders that content in the background. Without a server-rendered screen, true from the start, so that Back restores
 * the scroll position.
 */
export function useWhole(): boolean {
  return useDeferredValue(useInBrowser())
}

/**
 * Whether to show values specific to the browser, such as its time: not on the server, nor while a server-rendered
 * screen is hydrated.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
