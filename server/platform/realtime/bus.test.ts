import { expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import type { Signals } from '../db/signals.ts'
import { type Broadcast, createSignalBus } from './bus.ts'

const LONG: Broadcast[] = [{ kind: 'terminate', userId: 'x'.repeat(20_000) }]

it('delivers once what it hears twice or out of order', async () => {
  const { bus, sent, hear, heard } = open()
  await bus.send(LONG)
  expect(sent.length).toBeGreaterThan(2)

  for (const part of sent.toReversed().flatMap((part) => [part, part])) hear(part)
  for (const part of sent) hear(part)

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
])('passes over what is no part: %j', async (garbage) => {
  const { hear, heard } = open()

  hear(garbage)

  expect(heard).toEqual([])
})

it('passes over what another version sends, and says so once', async () => {
  const { bus, sent, hear, heard, warnings } = open()
  await bus.send(LONG)

  for (const part of sent) hear({ ...Object(part), version: 2 })
  // Before there were versions.
  for (const part of sent) hear({ ...Object(part), version: undefined })
  expect(heard).toEqual([])
  expect(warnings).toEqual(['messages of version 2 of another process are passed over'])

  for (const part of sent) hear(part)
  expect(heard).toEqual(LONG)
})

function open() {
  const warnings: string[] = []
  const sent: unknown[] = []
  const heard: Broadcast[] = []
  let hear: (payload: unknown) => void = () => {}
  const signals: Signals = {
    on(_topic, receive) {
      hear = receive
    },
    send: async (_tx, _topic, payload) => void sent.push(payload),
    reliable: () => true,
  }
  const bus = createSignalBus({ read: null } as unknown as Database, signals, (_error, what) =>
    warnings.push(what),
  )
  bus.hear((broadcast) => heard.push(broadcast))
  return { bus, sent, heard, hear, warnings }
}
