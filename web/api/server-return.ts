/** Polls the server while something that the page needs is missing. */

/** Milliseconds between checks: at most two seconds with the random share, so that a page recovers within three. */
const EVERY_MS = 1500
/** The maximum random share added to each delay, so that open pages do not all reload their data at the same time. */
const SPREAD = 0.25
/** Milliseconds to wait for a response before treating the server as down. */
const TIMEOUT_MS = 5000

/**
 * Checks the server while the page is visible and online.
 * @param onAnswer called after each check with whether the server responded
 * @returns a function that stops the checks
 */
export function watchServer(onAnswer: (answers: boolean) => void): () => void {
  const stopped = new AbortController()
  let timer: number | undefined

  async function ask() {
    if (document.visibilityState === 'visible' && navigator.onLine) {
      const answers = await serverAnswers(stopped.signal)
      if (stopped.signal.aborted) return
      onAnswer(answers)
    }
    if (!stopped.signal.aborted) askLater()
  }

  function askLater() {
    timer = window.setTimeout(ask, EVERY_MS * (1 + Math.random() * SPREAD))
  }

  askLater()
  return () => {
    window.clearTimeout(timer)
    stopped.abort()
  }
}

export function serverReturned(): Promise<void> {
  return new Promise((resolve) => {
    const stop = watchServer((answers) => {
      if (!answers) return
      stop()
      resolve()
    })
  })
}

function serverAnswers(stopped: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)])
  return fetch('/healthz', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
