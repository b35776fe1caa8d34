import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether to render content below the first screen. Not on the server, nor while its screen is hydrated, which then
 * continues in the background; everywhere else from the start, so that Back restores its scroll position.
 */
export function useWhole(): boolean {
  return useDeferredValue(useInBrowser())
}

/** Whether the browser's own values, such as its time, may be shown: not while the server's screen is hydrated. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
