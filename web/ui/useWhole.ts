import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether to render what is below the first screen. Not on the server, nor where its screen is taken over, which
 * then goes on in the background; everywhere else from the start, so that Back finds its place.
 */
export function useWhole(): boolean {
  return useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  )
}
