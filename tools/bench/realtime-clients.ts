/** The clients of realtime.ts, in a separate process. */
import pusherJs from 'pusher-js'
import { WebSocket } from 'ws'
import type { ServerReply } from './realtime-server.ts'

/** The package's types export the class as `default`, but in Node the import itself is the class. */
const Pusher = pusherJs as unknown as typeof pusherJs.default

export type ClientsOrder =
  | { do: 'connect'; server: ServerReply; address: string }
  | { do: 'await news'; events: number }
  | { do: 'drop' }
  | { do: 'open pages'; server: ServerReply; count: number; keepTrying: boolean }
  | { do: 'close pages' }
  | { do: 'await return' }

const AUTHORIZED_AT_ONCE = 32

let sockets: WebSocket[] = []
let delays: number[] = []
let pages: Page[] = []

process.on('message', async (order: ClientsOrder) => {
  process.send?.(await carryOut(order))
})
process.once('disconnect', () => process.exit(0))

async function carryOut(order: ClientsOrder): Promise<unknown> {
  switch (order.do) {
    case 'connect':
      return connectAll(order.server, order.address)
    case 'await news':
      return awaitNews(order.events * sockets.length)
    case 'drop':
      for (const socket of sockets) socket.terminate()
      sockets = []
      return {}
    case 'open pages':
      return openPages(order.server, order.count, order.keepTrying)
    case 'close pages':
      for (const { client } of pages) client.disconnect()
      pages = []
      return {}
    case 'await return':
      return awaitReturn()
  }
}

/** Connects all customers. Each subscribes to their own channel, with a signature, and to the news. */
async function connectAll({ port, realtimePort, people }: ServerReply, localAddress: string) {
  const start = performance.now()
  const waiting = [...people]
  let subscribed = 0
  async function lane(): Promise<void> {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const address = `ws://127.0.0.1:${realtimePort}/app/barq?protocol=7`
      const socket = new WebSocket(address, { localAddress })
      sockets.push(socket)
      const established = await frame(socket, 'pusher:connection_established')
      const socketId = JSON.parse(established).socket_id
      const channel = `private-user.${person.id}`
      const reply = await fetch(`http://127.0.0.1:${port}/broadcasting/auth`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}` },
        body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
      })
      const { auth } = (await reply.json()) as { auth: string }
      for (const data of [
        { channel: 'news', auth: '' },
        { channel, auth },
      ]) {
        const done = frame(socket, 'pusher_internal:subscription_succeeded')
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data }))
        await done
      }
      socket.on('message', (text) => {
        const { event, data } = JSON.parse(String(text))
        if (event === 'news') delays.push(Date.now() - JSON.parse(data).sentAt)
      })
      subscribed++
    }
  }
  await Promise.all(Array.from({ length: AUTHORIZED_AT_ONCE }, lane))
  return { subscribed, seconds: (performance.now() - start) / 1000 }
}

function frame(socket: WebSocket, wanted: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = (text: unknown) => {
      const { event, data } = JSON.parse(String(text))
      if (event !== wanted) return
      socket.off('message', listen)
      resolve(data)
    }
    socket.on('message', listen)
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`the socket closed with code ${code}`)))
  })
}

async function awaitNews(count: number) {
  for (const end = Date.now() + 30_000; delays.length < count && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const sorted = delays.sort((a, b) => a - b)
  delays = []
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  return { received: sorted.length, median: at(0.5), last: at(1) }
}

interface Page {
  client: InstanceType<typeof Pusher>
  /** The times at which the page tried to connect, by `performance.now()`. */
  attempts: number[]
  isBack: boolean
}

/** @param keepTrying whether to reconnect as docs/realtime.md recommends, rather than as pusher-js does by itself */
async function openPages(
  { port, realtimePort, people }: ServerReply,
  count: number,
  keepTrying: boolean,
) {
  pages = people.slice(0, count).map(({ id, token }) => {
    const client = new Pusher('barq', {
      wsHost: '127.0.0.1',
      wsPort: realtimePort,
      forceTLS: false,
      enabledTransports: ['ws', 'wss'],
      cluster: 'mt1',
      authEndpoint: `http://127.0.0.1:${port}/broadcasting/auth`,
      auth: { headers: { Authorization: `Bearer ${token}` } },
    })
    const page: Page = { client, attempts: [], isBack: false }
    if (keepTrying) tryAgainSoon(client)
    // pusher-js records every attempt to connect in its timeline.
    const { timeline } = client
    const info = timeline.info.bind(timeline)
    timeline.info = (event: { state?: string; cid?: number }) => {
      if (event.state === 'connecting' && event.cid) page.attempts.push(performance.now())
      info(event)
    }
    client.subscribe(`private-user.${id}`).bind('pusher:subscription_succeeded', () => {
      page.isBack = true
    })
    return page
  })
  const isReady = await allBack(20_000)
  for (const page of pages) Object.assign(page, { attempts: [], isBack: false })
  return { isReady }
}

/** Reconnects within four seconds; after a refused connection, as in a restart, pusher-js by itself waits 15. */
function tryAgainSoon(client: Page['client']): void {
  let timer: NodeJS.Timeout | undefined
  client.connection.bind('state_change', ({ current }: { current: string }) => {
    clearTimeout(timer)
    if (current !== 'connecting' && current !== 'unavailable') return
    timer = setTimeout(
      () => {
        client.disconnect()
        client.connect()
      },
      2_000 + Math.random() * 2_000,
    )
  })
}

async function awaitReturn() {
  const isComplete = await allBack(30_000)
  const at = performance.now()
  const busiest = Math.max(...pages.map(({ attempts }) => most(attempts, 1000)))
  const attempts = pages.reduce((sum, page) => sum + page.attempts.length, 0)
  for (const page of pages) Object.assign(page, { attempts: [], isBack: false })
  return { isComplete, at: performance.timeOrigin + at, busiest, attempts }
}

async function allBack(ms: number): Promise<boolean> {
  const isBack = () => pages.every((page) => page.isBack)
  for (const end = Date.now() + ms; !isBack() && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return isBack()
}

function most(moments: readonly number[], span: number): number {
  return Math.max(
    0,
    ...moments.map((from) => moments.filter((at) => at >= from && at < from + span).length),
  )
}
