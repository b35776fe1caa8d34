import { useLocation } from 'react-router'

/**
 * Identifies a page by its path and the invoice it shows, if any. If the navigation to it passed another page's path in
 * its state as `as`, that path identifies it instead.
 */
export function usePlace(): string {
  const { pathname, search, state } = useLocation()
  return state?.as ?? pathname + (search.startsWith('?invoice=') ? search : '')
}
