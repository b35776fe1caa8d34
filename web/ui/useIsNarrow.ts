import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 860px)')

function watch(onChange: () => void) {
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}

/** Whether the window is too narrow for two columns. For screens that the server does not render. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches)
}
