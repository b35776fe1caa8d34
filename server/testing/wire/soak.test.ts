/** H11: a shop that is used all the time keeps its size. Ten minutes in a soak, seconds otherwise. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePorts } from '../free-port.ts'
import { IS_SOAK } from '../patience.ts'
import { endPrograms, runProgram } from '../program.ts'
import { proven } from '../proof.ts'
import { median } from '../statistics.ts'

const SECONDS = IS_SOAK ? 600 : 6
/** Caches fill and code is compiled in this time. */
const WARM_UP = IS_SOAK ? 180 : 2
const PER_SECOND = IS_SOAK ? 100 : 50

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-soak-'))
})

afterAll(async () => {
  endPrograms()
  await rm(folder, { recursive: true, force: true })
})

it('stays the same size under mixed load', { timeout: (SECONDS + 90) * 1_000 }, async () => {
  const [port = 0, realtimePort = 0] = await freePorts(2)
  const url = `http://127.0.0.1:${port}`
  const shop = runProgram({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    REALTIME_PORT: String(realtimePort),
    DEMO: 'on',
    AUTO_CONFIRM_AFTER: '1',
  })
  await shop.open
  const shopper = await openShopper(url)
  const statuses = new Map<number, number>()
  const samples: Array<{ at: number; mib: number; handles: number }> = []
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000

  for (let second = 0; second < SECONDS; second++) {
    const calls = Array.from({ length: PER_SECOND }, async (_, index) => {
      const status = await shopper(second * PER_SECOND + index)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    await Promise.all([...calls, pauseUntil(began + (second + 1) * 1_000)])
    if (second >= WARM_UP) samples.push({ at: seconds(), ...(await sizeOf(url)) })
  }

  const ours = [...statuses].filter(([status]) => status >= 500)
  expect(ours).toEqual([])
  const perMinute = slope(samples.map(({ at, mib }) => [at / 60, mib]))
  const handles = samples.map((sample) => sample.handles)
  const half = Math.floor(handles.length / 2)
  const moreHandles = median(handles.slice(half)) - median(handles.slice(0, half))
  if (IS_SOAK) {
    expect(perMinute).toBeLessThan(1)
    expect(moreHandles).toBeLessThanOrEqual(5)
  }
  shop.child.kill('SIGTERM')
  expect((await shop.ended).code).toBe(0)
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  proven({
    goal: 'H11',
    engine: 'pglite',
    volume: `${total} mixed calls in ${seconds().toFixed(0)} s`,
    result: `${ours.length} x 5xx${IS_SOAK ? `; memory ${perMinute.toFixed(2)} MiB a minute after ${WARM_UP} s, ${moreHandles} more handles` : ''}`,
  })
})

/** @returns what makes one call of a mix and tells its status. */
async function openShopper(url: string): Promise<(index: number) => Promise<number>> {
  const send = async (method: string, path: string, body?: unknown, token?: string) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, text: await reply.text() }
  }
  const { text } = await send('POST', '/api/auth/login', {
    email: 'customer@barq.example',
    password: 'lightning',
  })
  const token: string = JSON.parse(text).access_token
  const ids: number[] = JSON.parse(
    (await send('GET', '/api/products?limit=30&inStock=true')).text,
  ).products.map(({ id }: { id: number }) => id)
  return async (index) => {
    const id = ids[index % ids.length] ?? 1
    const [method, path, body] = mix(index, id)
    return (await send(method, path, body, token)).status
  }
}

/** Mostly looking, some of it buying. */
function mix(index: number, id: number): [method: string, path: string, body?: unknown] {
  const looks: Array<[string, string, unknown?]> = [
    ['GET', '/api/'],
    ['GET', `/api/products/${id}`],
    ['GET', `/api/products?search=phone&limit=${1 + (index % 50)}`],
    ['GET', `/api/products/suggest?q=${'orvane sonveil'.slice(0, 1 + (index % 12))}`],
    ['GET', '/api/user'],
    ['GET', '/api/user/cart'],
    ['GET', '/api/user/order'],
    ['GET', '/api/nothing'],
  ]
  if (index % 10 === 7) return ['POST', '/api/user/cart', { cart: id }]
  if (index % 50 === 8) return ['POST', '/api/user/order', { orders: [{ Product: id }] }]
  if (index % 50 === 9)
    return ['POST', '/api/user/rate', { productId: id, rating: 1 + (index % 5) }]
  if (index % 20 === 11) return ['DELETE', `/api/user/cart/${id}`]
  return looks[index % looks.length] ?? ['GET', '/healthz']
}

async function sizeOf(url: string): Promise<{ mib: number; handles: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return {
    mib: figure('process_resident_memory_bytes') / 2 ** 20,
    handles: figure('nodejs_active_handles_total'),
  }
}

/** Of the straight line that fits the points best. */
function slope(points: ReadonlyArray<readonly [number, number]>): number {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)]
  const over = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  const under = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return under === 0 ? 0 : over / under
}

function pauseUntil(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))
}
