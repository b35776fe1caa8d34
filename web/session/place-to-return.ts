/** The page that a visitor was on before signing in; stored per tab, because signing in with Google leaves the page. */
import { paths } from '#web/navigation/paths.ts'
import { putStored, stored } from '#web/ui/stored.ts'

const KEY = 'barq-return'

export const rememberPlace = (place: string): void => putStored(KEY, place, 'sessionStorage')

/**
 * The stored page, or the home page if none. Returned only once, because the next person to sign in may be someone
 * else.
 */
export function placeToReturn(): string {
  const place = stored(KEY, 'sessionStorage')
  putStored(KEY, null, 'sessionStorage')
  return place ?? paths.home
}
