import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether to render what is below the first screen. Not on the server, nor where its screen is taken over, which
 * then goes on in the background; everywhere else from the start, so that Back finds its place.
 */
export function useWhole(): boolean {
  return useDeferredValue(useInBrowser())
}

/** Whether the browser's own values, such as its time, may be shown: not where the server's screen is taken over. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
