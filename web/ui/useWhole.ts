import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether to render content below the first screen. False on the server and during the hydration of its screen; React
 * then renders that content in the background. Without such a screen, true from the start, so that Back restores the
 * scroll position.
 */
export function useWhole(): boolean {
  return useDeferredValue(useInBrowser())
}

/**
 * Whether the browser's own values, such as its time, may be shown: not during the hydration of the server's screen.
 */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
