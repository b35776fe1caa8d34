/**
 * Texts in the browser's storage, or in that of one tab. If storage is unavailable or full, nothing is stored and
 * nothing is found.
 */
const storageOf = (place?: 'tab') => (place ? sessionStorage : localStorage)

export function stored(key: string, place?: 'tab'): string | null {
  try {
    return storageOf(place).getItem(key)
  } catch {
    return null
  }
}

/** The stored value; null if there is none, or if it was edited by hand and is no JSON. */
export function storedJson(key: string, place?: 'tab'): unknown {
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
export function putStored(key: string, text: string | null, place?: 'tab'): void {
  try {
    if (text === null) storageOf(place).removeItem(key)
    else storageOf(place).setItem(key, text)
  } catch (error) {
    console.error(key, error)
  }
}
