/** The page that a visitor was on before signing in; stored per tab, because signing in with Google leaves the page. */
import { paths } from '#web/navigation/paths.ts'

const KEY = 'barq-return'

export function rememberPlace(place: string): void {
  try {
    sessionStorage.setItem(KEY, place)
  } catch {
    // If storage is unavailable, signing in leads to the home page.
  }
}

/**
 * The stored page, or the home page if none. Returned only once, because the next person to sign in may be someone
 * else.
 */
export function placeToReturn(): string {
  try {
    const place = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return place ?? paths.home
  } catch {
    return paths.home
  }
}
