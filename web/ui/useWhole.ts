import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether to render content below the first screen. Not on the server or during the hydration of its screen, which
 * then continues in the background; otherwise from the start, so that Back restores the scroll position.
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
