/** Calls with the same key share one run while it is in progress; the next call after it runs again. */
export function createSingleFlight<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (key, run) => {
    const same = running.get(key)
    if (same) return same
    const started = run().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
