import { useLocation } from 'react-router'

/** Identifies a page: its path, or the path (`as`) that the link to it keeps. */
export function usePlace(): string {
  const { pathname, state } = useLocation()
  return state?.as ?? pathname
}
