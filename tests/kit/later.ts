/** @returns an object that reads its properties from the result of `get`; reading throws while `get` returns null. */
export function later<T extends object>(get: () => T | null): T {
  return new Proxy({} as T, {
    get(_, name) {
      const present = get()
      if (!present) throw new Error('not open yet: use this object inside a test or a hook')
      return Reflect.get(present, name)
    },
  })
}
