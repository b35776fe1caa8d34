import { tracingChannel } from 'node:diagnostics_channel'

/** @returns the result of `work`, and how many requests a route handler served rather than the response cache */
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
