import { expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import type { Signals } from '../db/signals.ts'
import { type Broadcast, createSignalBus } from './bus.ts'

const LONG: Broadcast[] = [{ kind: 'terminate', userId: 'x'.repeat(20_000) }]

it('delivers once what it receives twice or out of order', async () => {
  const { bus, sent, deliver, heard } = open()
  await bus.send(LONG)
  expect(sent.length).toBeGreaterThan(2)

  for (const part of sent.toReversed().flatMap((part) => [part, part])) deliver(part)
  for (const part of sent) deliver(part)

  expect(heard).toEqual(LONG)
})

it.for([
  null,
  'text',
  {},
  { version: 1, parcel: 'a', of: 1, text: 'AAAA' },
  { version: 1, parcel: 'b', index: 0, of: 1, text: 'AAAA' },
  { version: 1, parcel: 'c', index: 0, of: 1, text: 'bnVsbA==' },
  { version: 1, parcel: 'd', index: 2, of: 1, text: '' },
  { version: 1, parcel: 'e', index: 0, of: 1, text: 7 },
])('ignores what is not a part: %j', async (garbage) => {
  const { deliver, heard } = open()

  deliver(garbage)

  expect(heard).toEqual([])
})

it('ignores parts of another version, and warns once', async () => {
  const { bus, sent, deliver, heard, missed, warnings } = open()
  await bus.send(LONG)

  for (const part of sent) deliver({ ...Object(part), version: 2 })
  // Earlier versions sent parts without a version number.
  for (const part of sent) deliver({ ...Object(part), version: undefined })
  expect(heard).toEqual([])
  expect(warnings).toEqual([
    'ignoring real-time messages from a process running another version: their version is 2',
  ])
  expect(missed()).toBe(sent.length * 2)

  for (const part of sent) deliver(part)
  expect(heard).toEqual(LONG)
})

it('delivers what it sent itself once all its parts have arrived, once', async () => {
  const { own, sent } = open()
  await own.bus.send(LONG)
  for (const part of sent.slice(1)) own.deliver(part)
  expect(own.heard).toEqual([])

  for (const part of [...sent, ...sent]) own.deliver(part)

  expect(own.heard).toEqual(LONG)
})

/** Opens the buses of two processes: `deliver` passes a part that the first one sent to the second. */
function open() {
  const sent: unknown[] = []
  const own = openOne(sent)
  const { deliver, heard, warnings, missed } = openOne([])
  return { bus: own.bus, own, sent, deliver, heard, warnings, missed }
}

function openOne(sent: unknown[]) {
  const warnings: string[] = []
  const heard: Broadcast[] = []
  let receive: (payload: unknown) => void = () => {}
  const signals: Signals = {
    on(_topic, receiver) {
      receive = receiver
    },
    send: async (_tx, _topic, ...payloads) => void sent.push(...payloads),
    reliable: () => true,
  }
  const bus = createSignalBus({ read: null } as unknown as Database, signals, (_error, what) =>
    warnings.push(what),
  )
  bus.onBroadcast((broadcast) => heard.push(broadcast))
  let misses = 0
  bus.onMissed(() => misses++)
  const deliver = (payload: unknown) => receive(payload)
  return { bus, heard, warnings, deliver, missed: () => misses }
}
