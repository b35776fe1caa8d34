/** Tells requests that reached a handler from those that the response cache answered. */
import { tracingChannel } from 'node:diagnostics_channel'

/** @returns the result of `work`, and how many requests reached a route handler during it. */
export async function countBypasses<Result>(
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
