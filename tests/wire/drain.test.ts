/** H10: on SIGTERM, the shop finishes the requests in progress, rejects new ones, and exits within ten seconds. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { urlOf } from '#tests/kit/databases.ts'
import { freePorts } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { disconnectAll, RawClient } from '#tests/kit/live.ts'
import { endPrograms, runProgram } from '#tests/kit/program.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { exchange, request as rawRequest } from './raw.ts'

const IN_FLIGHT = volume(10, 50)
const SOCKETS = volume(20, 60)

/** A module that throws an uncaught exception on SIGUSR2. */
const DEFECT = `data:text/javascript,process.on('SIGUSR2',()=>setTimeout(()=>{throw new Error('planted')}))`

const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT })

afterEach(() => {
  agent.destroy()
  disconnectAll()
  endPrograms()
})

describeShop('a shop that ends', (shop) => {
  it('on SIGTERM answers the requests in progress and refuses new ones', async () => {
    const { running, url, port, realtimePort } = await openProgram()
    const sockets = await connectSockets(realtimePort)
    // Leaves an idle keep-alive connection.
    await (await fetch(`${url}/healthz`)).text()
    const { answers, finish } = await inProgress(port)

    running.child.kill('SIGTERM')
    const readiness = await untilNotReady(port)
    finish()
    const answered = await answers
    const closed = await Promise.all(sockets.map(({ closed }) => closed))
    const { code } = await running.ended

    expect(code).toBe(0)
    expect(readiness).not.toBe(200)
    expect(answered).toEqual(Array(IN_FLIGHT).fill({ status: 200, connection: 'close' }))
    expect(new Set(closed.map((close) => close.code))).toEqual(new Set([1001]))
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it.runIf(IS_FULL)('on a second SIGTERM ends at once', async () => {
    const { running, port } = await openProgram()
    const { answers, finish } = await inProgress(port)
    running.child.kill('SIGTERM')
    await untilNotReady(port)

    // Repeats the signal, because signals within a second count as one: a terminal sends Ctrl+C to the shop and to
    // `npm start`, which passes it on.
    const again = setInterval(() => running.child.kill('SIGTERM'), 100)
    const { code } = await running.ended
    clearInterval(again)
    finish()

    expect(code).toBe(1)
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([0]))
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('on an uncaught error logs it, answers the requests in progress, and exits with 1', async () => {
    const { running, port } = await openProgram({
      NODE_OPTIONS: `--import=${encodeURI(DEFECT)}`,
    })
    const { answers, finish } = await inProgress(port)

    running.child.kill('SIGUSR2')
    await expect.poll(() => running.printed()).toContain('planted')
    finish()

    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([200]))
    expect((await running.ended).code).toBe(1)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  async function openProgram(env: Record<string, string> = {}) {
    const [port = 0, realtimePort = 0] = await freePorts(2)
    const running = runProgram({
      DATA_DIR: shop.folder,
      DATABASE_URL: await urlOf(shop.db),
      HOST: '127.0.0.1',
      PORT: String(port),
      REALTIME_PORT: String(realtimePort),
      ...env,
    })
    await running.open
    return { running, url: `http://127.0.0.1:${port}`, port, realtimePort }
  }

  /** Sends requests without their bodies, so that the handlers wait until `finish` sends them. */
  async function inProgress(port: number) {
    const people = await shop.customers(IN_FLIGHT)
    const body = JSON.stringify({ cart: await shop.product() })
    const requests = people.map(({ token }) =>
      request({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/user/cart',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': String(body.length),
          expect: '100-continue',
        },
      }),
    )
    const answers = requests.map(async (sent) => {
      try {
        const [answer] = (await once(sent, 'response')) as [IncomingMessage]
        answer.resume()
        return { status: answer.statusCode, connection: answer.headers.connection }
      } catch {
        return { status: 0, connection: undefined }
      }
    })
    for (const sent of requests) sent.flushHeaders()
    // The server sends `100 Continue` as soon as it has the headers.
    await Promise.all(requests.map((sent) => once(sent, 'continue')))
    return {
      answers: Promise.all(answers),
      finish: () => {
        for (const sent of requests) sent.end(body)
      },
    }
  }
})

/** @returns the status of /readyz while the shop drains: 503, or 0 once it refuses connections */
async function untilNotReady(port: number): Promise<number> {
  for (;;) {
    const { status } = await exchange(port, rawRequest('GET', '/readyz'), { waitMs: 60_000 })
    if (status !== 200) return status
    await pause(10)
  }
}

async function connectSockets(realtimePort: number): Promise<RawClient[]> {
  const sockets: RawClient[] = []
  // The port accepts this many sockets at once from one IP address, and more as time passes.
  while (sockets.length < SOCKETS) {
    const some = Array.from({ length: Math.min(20, SOCKETS - sockets.length) }, () =>
      RawClient.connect({ realtimePort }),
    )
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}
