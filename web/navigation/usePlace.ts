import { useLocation } from 'react-router'

/** Identifies a page by its path or, if the link to it stored another page's path as `as`, by that path. */
export function usePlace(): string {
  const { pathname, state } = useLocation()
  return state?.as ?? pathname
}
