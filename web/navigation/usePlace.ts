import { useLocation } from 'react-router'

/**
 * Identifies a page by its path and, if it shows one, its invoice or, if the link to it stored another page's path as
 * `as`, by that path.
 */
export function usePlace(): string {
  const { pathname, search, state } = useLocation()
  return state?.as ?? pathname + (search.startsWith('?invoice=') ? search : '')
}
