/** Tells answers that took the whole way through the framework from those given at once. */
import { tracingChannel } from 'node:diagnostics_channel'

/** @returns the answer of `work`, and how many requests reached a handler of any route meanwhile. */
export async function countWholeWay<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; bypassCache: number }> {
  let bypassCache = 0
  const { start } = tracingChannel('fastify.request.handler')
  const count = () => {
    bypassCache += 1
  }
  start.subscribe(count)
  try {
    const result = await work()
    return { result, bypassCache }
  } finally {
    start.unsubscribe(count)
  }
}
