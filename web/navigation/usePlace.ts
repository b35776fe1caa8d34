import { useLocation } from 'react-router'

/** Identifies a page: by its path, or by the path (`as`) that the link to it has kept. */
export function usePlace(): string {
  const { pathname, state } = useLocation()
  return state?.as ?? pathname
}
