/** @returns an object with the properties of what `get` returns once the hooks have run; before that, reading throws. */
export function later<T extends object>(get: () => T | null): T {
  return new Proxy({} as T, {
    get(_, name) {
      const present = get()
      if (!present) throw new Error('it is not open yet: use it inside a test or a hook')
      return Reflect.get(present, name)
    },
  })
}
