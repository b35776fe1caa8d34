import { afterEach, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { disconnectAll, RawClient } from '#tests/kit/live.ts'
import { createBuiltInEngine } from './built-in.ts'
import type { Engine } from './engine.ts'
import { createSigner } from './signature.ts'

const USER = 7

let engine: Engine | undefined
afterEach(async () => {
  vi.useRealTimers()
  disconnectAll()
  await engine?.close()
})

type Opened = Awaited<ReturnType<typeof open>>

it.for([
  ['messages may have been missed', ({ bus }: Opened) => [bus.lose(), bus.comeBack()]],
  ['a session was revoked', ({ revoke }: Opened) => [revoke(USER)]],
] as const)('looks sessions up again after the database failed when %s', async ([, happens]) => {
  const opened = await open([1])
  const { client, rules } = opened
  rules.alive.delete(1)
  rules.failures = 1
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  happens(opened)
  await vi.advanceTimersByTimeAsync(2_000)

  expect((await client.closed).code).toBe(4009)
  expect(rules.warnings).toEqual(['the sessions of open sockets could not be checked'])
})

it('asks about a thousand sessions at a time and closes only what has ended', async () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => index + 1)
  const { bus, client, connect, rules } = await open(ids)
  const honest = await connect([3_000])
  rules.alive.delete(2_500)

  bus.lose()
  bus.comeBack()

  expect((await client.closed).code).toBe(4009)
  expect(rules.asked).toEqual([1_000, 1_000, 501])
  await honest.ping()
})

/** Opens an engine with a single socket bound to the sessions, all of which are alive. */
async function open(ids: readonly number[]) {
  const { realtime } = readConfig({})
  // The periodic recheck would also close the sockets after a minute.
  const settings = { ...realtime, limits: { ...realtime.limits, recheckMs: 3_600_000 } }
  const rules = {
    alive: new Set<number>(),
    failures: 0,
    asked: [] as number[],
    warnings: [] as string[],
  }
  const listeners: Array<(isReliable: boolean) => void> = []
  const setReliable = (isReliable: boolean) => {
    for (const listener of listeners) listener(isReliable)
  }
  const built = createBuiltInEngine({
    settings,
    signer: createSigner(settings),
    bus: { onBroadcast() {}, onMissed() {}, async send() {} },
    onBusReliable: (listener) => void listeners.push(listener),
    rules: {
      async aliveSessions(asked) {
        if (rules.failures-- > 0) throw new Error('the database does not answer')
        rules.asked.push(asked.length)
        return new Map(
          asked.filter((id) => rules.alive.has(id)).map((id) => [id, { readsOrders: false }]),
        )
      },
    },
    isOriginAllowed: () => true,
    trustProxy: false,
    warn: (_error, what) => rules.warnings.push(what),
  })
  engine = built
  const realtimePort = await built.listen({ host: '127.0.0.1', port: 0 })

  async function connect(sessionIds: readonly number[]): Promise<RawClient> {
    const client = await RawClient.connect({ realtimePort })
    for (const sessionId of sessionIds) {
      rules.alive.add(sessionId)
      await built.bind({ socketId: client.socketId, sessionId, userId: USER })
    }
    return client
  }

  return {
    bus: { lose: () => setReliable(false), comeBack: () => setReliable(true) },
    client: await connect(ids),
    connect,
    rules,
    revoke: built.revoke,
  }
}
