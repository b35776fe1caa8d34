/** Stops further runs and waits for the one in progress. */
export type Stop = () => Promise<void>

/**
 * Runs `work` repeatedly: first `ms` milliseconds after the call, then `ms` milliseconds after each run ends, so that
 * runs never overlap. If a run fails, its error is passed to `failed`, and the next run follows as usual.
 */
export function every(
  ms: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): Stop {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer = setTimeout(run, ms)
  timer.unref()

  function run(): void {
    running = work()
      .catch(failed)
      .then(() => {
        if (stopped) return
        timer = setTimeout(run, ms)
        timer.unref()
      })
  }

  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
