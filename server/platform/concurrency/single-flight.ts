/** Concurrent calls with the same key share one run. The next call after that run has settled starts a new one. */
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
