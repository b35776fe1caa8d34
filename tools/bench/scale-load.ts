/** Clients that each wait for a response before sending the next request. */
import { Agent, request } from 'node:http'

export interface Wish {
  path: string
  token?: string
  language?: string
  body?: string
}

/** `p50` and `p99` are in milliseconds. */
export interface Answered {
  p50: number
  p99: number
  perSecond: number
  failed: number
  /** The lowest and the highest p99 of several rounds. */
  spread?: readonly [number, number]
}

export async function askAll(
  base: string,
  wishes: Iterable<Wish>,
  clients: number,
): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  // Shared by all clients, so that each request is sent once.
  const left = (function* () {
    yield* wishes
  })()
  const times: number[] = []
  let failed = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const wish of left) {
        const asked = performance.now()
        if ((await send(base, wish, agent)) >= 300) failed += 1
        times.push(performance.now() - asked)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), perSecond: times.length / seconds, failed }
}

function send(base: string, { path, token, language, body }: Wish, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      base + path,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(language && { 'accept-language': language }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
