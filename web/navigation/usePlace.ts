import { useLocation } from 'react-router'

/** What counts as one page: its path, or the path (`as`) that the link which led here stays at. */
export function usePlace(): string {
  const { pathname, state } = useLocation()
  return state?.as ?? pathname
}
