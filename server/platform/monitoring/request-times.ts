/**
 * A histogram of response times in Prometheus's text format. prom-client's own histogram validates and sorts its labels
 * for every response, which took longer than looking up a cached one.
 */
const NAME = 'barq_http_request_seconds'
const HELP =
  'Response times in seconds, by the first digit of the status; a cached response counts as 0'
/** The upper bounds of the buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createRequestTimes() {
  /**
   * The number of responses in each bucket, the last of which has no bound, and their total time in seconds, keyed by
   * the first digit of the status.
   */
  const times: Record<number, { answers: Float64Array; seconds: number }> = {}
  return {
    count(status: number, seconds: number): void {
      const digit = Math.trunc(status / 100)
      times[digit] ??= { answers: new Float64Array(BOUNDS.length + 1), seconds: 0 }
      let bucket = 0
      while (seconds > (BOUNDS[bucket] ?? Infinity)) bucket++
      const { answers } = times[digit]
      answers[bucket] = (answers[bucket] ?? 0) + 1
      times[digit].seconds += seconds
    },

    /** @returns the histogram in prom-client's format. */
    text(): string {
      const lines = [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`]
      for (const [digit, { answers, seconds }] of Object.entries(times)) {
        const status = `status="${digit}xx"`
        let total = 0
        for (const [bucket, some] of answers.entries()) {
          total += some
          lines.push(`${NAME}_bucket{le="${BOUNDS[bucket] ?? '+Inf'}",${status}} ${total}`)
        }
        lines.push(`${NAME}_sum{${status}} ${seconds}`, `${NAME}_count{${status}} ${total}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
