/** Stops the repetition and waits for the run in progress. */
export type Stop = () => Promise<void>

/**
 * Runs `work` repeatedly, `ms` milliseconds after the call and after the end of each run, so that runs never overlap.
 * The error of a failed run is passed to `failed`; the next run follows all the same.
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
