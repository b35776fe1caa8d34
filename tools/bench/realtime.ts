/**
 * `node tools/bench/realtime.ts`: in each of three rounds, 2,000 sockets connect, are authorized, subscribe, receive 20
 * events and are disconnected. Then 500 pusher-js clients go through four restarts of the server, the first restart
 * without the reconnection that docs/realtime.md recommends. Exits with 1 if a target is missed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../../tests/kit/postgres-server.ts'
import type { ClientsOrder } from './realtime-clients.ts'
import type { ServerOrder, ServerReply, ServerSetup } from './realtime-server.ts'

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 2_000)
const PAGES = 500
const ROUNDS = 3
const EVENTS = 20

interface Row {
  engine: string
  what: string
  figure: number
  unit: string
  /** The target is missed if `figure` is above this; null if there is no target. */
  limit: number | null
}

const rows: Row[] = []
const postgres = await findPostgres({ isDurable: true })
try {
  await benchEngine('postgres', postgres.url)
  await benchEngine('embedded', null)
} finally {
  await postgres.stop()
}
const missed = rows.filter(({ figure, limit }) => limit !== null && figure > limit)
await report()
process.exit(missed.length > 0 ? 1 : 0)

async function benchEngine(engine: string, databaseUrl: string | null): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barq-bench-'))
  const note = (what: string, figure: number, unit: string, limit: number | null = null) =>
    void rows.push({ engine, what, figure: Math.round(figure * 100) / 100, unit, limit })
  const setup: ServerSetup = { databaseUrl, dataDir, customers: SOCKETS, port: 0, realtimePort: 0 }
  const first = await startServer(setup)
  const clients = fork(join(import.meta.dirname, 'realtime-clients.ts'))
  await crowd(first, clients, note)
  let server = first
  server = await restarts(server, clients, setup, note, {
    keepTrying: false,
    times: 1,
    limit: 20_000,
  })
  server = await restarts(server, clients, setup, note, {
    keepTrying: true,
    times: 3,
    limit: 10_000,
  })
  const gone = once(server.child, 'exit')
  server.child.send({ do: 'stop' } satisfies ServerOrder)
  await gone
  clients.disconnect()
  await rm(dataDir, { recursive: true, force: true })
}

type Note = (what: string, figure: number, unit: string, limit?: number | null) => void

interface Server {
  child: ChildProcess
  reply: ServerReply
}

async function startServer(setup: ServerSetup): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'realtime-server.ts'))
  return { child, reply: await answerOf<ServerReply>(child, setup) }
}

// biome-ignore lint/suspicious/noExplicitAny: the answer's shape follows from the order
async function ask(child: ChildProcess, order: ServerOrder | ClientsOrder): Promise<any> {
  return answerOf(child, order)
}

function answerOf<T>(child: ChildProcess, order: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number) => reject(new Error(`a bench process exited with code ${code}`))
    child.once('exit', fail)
    child.once('message', (answer) => {
      child.off('exit', fail)
      resolve(answer as T)
    })
    child.send(order)
  })
}

/** In each of `ROUNDS` rounds, connects all sockets, sends events to all of them, and disconnects them. */
async function crowd({ child, reply }: Server, clients: ChildProcess, note: Note): Promise<void> {
  const memory: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const calls = measureCalls(reply)
    const { subscribed, seconds } = await ask(clients, {
      do: 'connect',
      server: reply,
      // Limits apply per IP address, and every loopback address counts separately.
      address: `127.0.0.${round + 1}`,
    })
    const p99 = await calls.stop()
    if (subscribed !== SOCKETS) throw new Error(`only ${subscribed} sockets were subscribed`)
    note(`round ${round}: ${SOCKETS} sockets connected, authorized, subscribed`, seconds, 's', 15)
    note(`round ${round}: p99 of GET /api/user/cart while they connected`, p99, 'ms', 300)
    const news = ask(clients, { do: 'await news', events: EVENTS })
    await ask(child, { do: 'publish', events: EVENTS })
    const { received, median, last } = await news
    if (received !== EVENTS * SOCKETS) throw new Error(`only ${received} events arrived`)
    note(`round ${round}: ${EVENTS} events to all sockets, median delay`, median, 'ms')
    note(`round ${round}: ${EVENTS} events to all sockets, longest delay`, last, 'ms', 1_000)
    await ask(clients, { do: 'drop' })
    memory.push(await memoryOnceEmpty(child))
  }
  note('memory of the server after the first round', (memory[0] ?? 0) / 2 ** 20, 'MiB')
  const growth = ((memory.at(-1) ?? 0) - (memory[0] ?? 0)) / 2 ** 20
  note('memory growth from the first round to the last', Math.max(0, growth), 'MiB', 60)
}

async function memoryOnceEmpty(child: ChildProcess): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { rss, connections, channels } = await ask(child, { do: 'memory' })
    if (connections === 0 && channels === 0) return rss
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server still counts disconnected sockets')
}

/**
 * Measures ordinary requests while the sockets connect.
 * @returns `stop`, which ends the measurement and resolves to the p99 in milliseconds.
 */
function measureCalls({ port, people }: ServerReply) {
  const times: number[] = []
  let isOver = false
  const headers = { authorization: `Bearer ${people[0]?.token}` }
  const running = (async () => {
    while (!isOver) {
      const start = performance.now()
      await (await fetch(`http://127.0.0.1:${port}/api/user/cart`, { headers })).text()
      times.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return {
    async stop(): Promise<number> {
      isOver = true
      await running
      times.sort((a, b) => a - b)
      return times[Math.floor(times.length * 0.99)] ?? 0
    },
  }
}

/** Restarts the server `times` times on the same ports, while all pages stay open. */
async function restarts(
  first: Server,
  clients: ChildProcess,
  setup: ServerSetup,
  note: Note,
  { keepTrying, times, limit }: { keepTrying: boolean; times: number; limit: number },
): Promise<Server> {
  const who = keepTrying ? 'pages that keep trying' : 'plain pusher-js'
  let server = first
  const { port, realtimePort } = first.reply
  const order = { do: 'open pages', server: first.reply, count: PAGES, keepTrying } as const
  if (!(await ask(clients, order)).isReady) throw new Error('not all pages were subscribed')
  for (let restart = 1; restart <= times; restart++) {
    const start = performance.now()
    const gone = once(server.child, 'exit')
    server.child.send({ do: 'stop' } satisfies ServerOrder)
    await gone
    note(
      `${who}, restart ${restart}: time until the old process exited`,
      performance.now() - start,
      'ms',
      10_000,
    )
    server = await startServer({ ...setup, customers: 0, port, realtimePort })
    const up = performance.timeOrigin + performance.now()
    const { isComplete, at, busiest, attempts } = await ask(clients, { do: 'await return' })
    if (!isComplete) throw new Error('not all pages came back')
    note(
      `${who}, restart ${restart}: all ${PAGES} pages reconnected, counted from when the new server was listening`,
      at - up,
      'ms',
      limit,
    )
    note(`${who}, restart ${restart}: most attempts by one page within a second`, busiest, '', 2)
    note(`${who}, restart ${restart}: attempts by all pages`, attempts, '')
  }
  await ask(clients, { do: 'close pages' })
  return { ...server, reply: first.reply }
}

async function report(): Promise<void> {
  console.table(
    rows.map(({ engine, what, figure, unit, limit }) => ({
      engine,
      what,
      figure: `${figure} ${unit}`,
      target: limit === null ? '' : `<= ${limit} ${unit}`,
    })),
  )
  const machine = { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version }
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const day = new Date().toISOString().slice(0, 10)
  const file = join(folder, `${day}-realtime.json`)
  await writeFile(file, `${JSON.stringify({ date: day, machine, rows }, null, 2)}\n`)
  for (const { engine, what } of missed) console.log(`MISSED on ${engine}: ${what}`)
  console.log(`Written to ${file}`)
}
