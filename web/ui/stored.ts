/** Texts in the browser's storage. If it is unavailable or full, nothing is stored and nothing is found. */

/** Session storage is that of one tab. */
type Place = 'localStorage' | 'sessionStorage'

export function stored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

/** The stored value; null if there is none, or if it was edited by hand and is no JSON. */
export function storedJson(key: string, place?: Place): unknown {
  return parsed(stored(key, place) ?? '')
}

/** The value of a JSON text; null if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param text null removes the entry. */
export function putStored(key: string, text: string | null, place: Place = 'localStorage'): void {
  try {
    if (text === null) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, text)
  } catch (error) {
    console.error(key, error)
  }
}
