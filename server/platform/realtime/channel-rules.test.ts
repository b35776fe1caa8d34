/** Signatures and the protocol's names, without a server, at every edge. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ADMIN_CHANNEL, userChannel } from '#contract/events.ts'
import { readConfig } from '#server/config.ts'
import { createAuthorizer } from './authorize.ts'
import type { Binding } from './bus.ts'
import type { Engine } from './engine.ts'
import {
  channelKind,
  errorFrame,
  establishedFrame,
  eventFrame,
  subscriptionErrorFrame,
} from './protocol.ts'
import { createSigner, isSame, signInText, subscriptionText } from './signature.ts'

const CUSTOMER = { id: 7, sessionId: 70 }
const ADMIN = { id: 8, sessionId: 80 }
const SOCKET = '123.456'
const signer = createSigner({ key: 'barq', secret: 'a secret' })

function signed(text: string): string {
  return `barq:${createHmac('sha256', 'a secret').update(text).digest('hex')}`
}

/** An authorizer that has one socket, or accepts any text for one. */
function kit({ isAlive = true, atOnce = 100, knowsAll = false } = {}) {
  const bound: Binding[] = []
  const revoked: number[] = []
  const engine = {
    bind: async (binding: Binding) =>
      (knowsAll || binding.socketId === SOCKET) && bound.push(binding) > 0,
    revoke: (userId: number) => void revoked.push(userId),
  } as unknown as Engine
  const rules = {
    isAdmin: async ({ id }: { id: number }) => id === ADMIN.id,
    aliveSessions: async (ids: readonly number[]) =>
      new Map(isAlive ? ids.map((id) => [id, { isAdmin: false }]) : []),
  } as Parameters<typeof createAuthorizer>[2]
  const limits = {
    ...readConfig({ DEMO: 'off' }).realtime.limits,
    signaturesAtOnce: atOnce,
    signaturesPerSecond: 0,
  }
  return { bound, revoked, authorizer: createAuthorizer(engine, signer, rules, limits) }
}

describe('a channel', () => {
  it('of the caller’s own is signed, and the socket bound to the session', async () => {
    const { authorizer, bound } = kit()

    expect(await authorizer.authorizeChannel(CUSTOMER, SOCKET, userChannel(7))).toEqual({
      auth: signed(`${SOCKET}:${userChannel(7)}`),
    })
    expect(bound).toEqual([{ socketId: SOCKET, sessionId: 70, userId: 7 }])
  })

  it('of the staff is signed for the staff', async () => {
    const { authorizer, bound } = kit()

    expect(await authorizer.authorizeChannel(ADMIN, SOCKET, ADMIN_CHANNEL)).toEqual({
      auth: signed(`${SOCKET}:${ADMIN_CHANNEL}`),
    })
    await expect(
      authorizer.authorizeChannel(CUSTOMER, SOCKET, ADMIN_CHANNEL),
    ).rejects.toMatchObject({ code: 'forbidden' })
    expect(bound).toHaveLength(1)
  })

  it.each([
    userChannel(70),
    `${userChannel(7)}0`,
    'private-user.',
    '',
    null,
    undefined,
    7,
    [userChannel(7)],
  ])('%j is signed for nobody, not even the staff', async (channel) => {
    const { authorizer, bound } = kit()

    for (const caller of [CUSTOMER, ADMIN]) {
      await expect(authorizer.authorizeChannel(caller, SOCKET, channel)).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
    expect(bound).toEqual([])
  })
})

describe('a socket', () => {
  async function isRefused(socketId: unknown, knowsAll: boolean) {
    const { authorizer, bound } = kit({ knowsAll })
    const forbidden = { code: 'forbidden' }

    await expect(
      authorizer.authorizeChannel(CUSTOMER, socketId, userChannel(7)),
    ).rejects.toMatchObject(forbidden)
    await expect(authorizer.authenticateUser(CUSTOMER, socketId)).rejects.toMatchObject(forbidden)
    expect(bound).toEqual([])
  }

  it('that is not connected is not bound', () => isRefused('123.457', false))

  it.each([
    '123',
    `${SOCKET}:private-admin`,
    ` ${SOCKET}`,
    `${SOCKET}\n`,
    'a.b',
    '',
    null,
    123.456,
    [SOCKET],
  ])('%j is not valid, whatever is connected', (socketId) => isRefused(socketId, true))

  it('is signed in by the caller’s id, as a string', async () => {
    const { authorizer } = kit()
    const user_data = '{"id":"7"}'

    expect(await authorizer.authenticateUser(CUSTOMER, SOCKET)).toEqual({
      auth: signed(`${SOCKET}::user::${user_data}`),
      user_data,
    })
  })

  it('of a session that just ended is released, and nothing is signed', async () => {
    const { authorizer, revoked } = kit({ isAlive: false })

    await expect(
      authorizer.authorizeChannel(CUSTOMER, SOCKET, userChannel(7)),
    ).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(authorizer.authenticateUser(CUSTOMER, SOCKET)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(revoked).toEqual([7, 7])
  })

  it('of a live session is not released', async () => {
    const { authorizer, revoked } = kit()
    await authorizer.authenticateUser(CUSTOMER, SOCKET)

    expect(revoked).toEqual([])
  })
})

it('signs no more than the allowance of the session, whatever it asks for', async () => {
  const { authorizer } = kit({ atOnce: 2 })
  const tooMany = { code: 'too_many', extras: { retryAfter: 1 } }
  await authorizer.authenticateUser(CUSTOMER, SOCKET)
  await authorizer.authorizeChannel(CUSTOMER, 'nonsense', 'nonsense').catch(() => {})

  await expect(authorizer.authenticateUser(CUSTOMER, SOCKET)).rejects.toMatchObject(tooMany)
  await expect(authorizer.authorizeChannel(CUSTOMER, SOCKET, userChannel(7))).rejects.toMatchObject(
    tooMany,
  )
  expect(await authorizer.authenticateUser(ADMIN, SOCKET)).toBeTruthy()
})

describe('a signature', () => {
  it('is the key and the HMAC of exactly the text', () => {
    expect(signer.sign('text')).toBe(signed('text'))
    expect(signer.hmac('text')).toBe(signed('text').slice('barq:'.length))
    expect(signer.verify('text', signed('text'))).toBe(true)
  })

  it.each([
    signed('texts'),
    signed('text').toUpperCase(),
    signed('text').slice(0, -1),
    `${signed('text')}0`,
    signed('text').replace('barq', 'barx'),
    '',
    null,
    undefined,
    { toString: () => signed('text') },
  ])('is not %j', (auth) => {
    expect(signer.verify('text', auth)).toBe(false)
  })

  it('of a subscription is never that of a sign-in', () => {
    expect(subscriptionText('1.2', 'news')).toBe('1.2:news')
    expect(subscriptionText('1.2', 'news', '{}')).toBe('1.2:news:{}')
    expect(signInText('1.2', '{}')).toBe('1.2::user::{}')
  })

  it('is compared byte by byte', () => {
    expect(isSame('aé', 'aé')).toBe(true)
    expect(isSame('ab', 'ac')).toBe(false)
    expect(isSame('a', 'ab')).toBe(false)
    // As many letters, but not as many bytes.
    expect(isSame('é', 'e')).toBe(false)
  })
})

describe('a name', () => {
  it.each([
    ['news', { kind: 'public' }],
    ['a-Z_0=@,.;', { kind: 'public' }],
    ['x'.repeat(200), { kind: 'public' }],
    ['not-private-news', { kind: 'public' }],
    ['private-news', { kind: 'private' }],
    ['private-', { kind: 'private' }],
    ['#server-to-user-7', { kind: 'user', userId: '7' }],
    ['presence-x', { kind: 'unavailable', reason: 'Presence channels are not offered here.' }],
    [
      'private-encrypted-x',
      { kind: 'unavailable', reason: 'Encrypted channels are not offered here.' },
    ],
    ['private-cache-x', { kind: 'unavailable', reason: 'Cache channels are not offered here.' }],
    ['cache-x', { kind: 'unavailable', reason: 'Cache channels are not offered here.' }],
    ['x'.repeat(201), null],
    ['', null],
    ['a b', null],
    ['a:b', null],
    [' news', null],
    ['news\n', null],
    ['#server-to-user-', null],
    ['#server-to-user-7:8', null],
    ['#news', null],
  ])('%s is %j', (name, kind) => {
    expect(channelKind(name)).toEqual(kind)
  })
})

describe('a frame', () => {
  it('carries its data as JSON text, and its channel when it has one', () => {
    expect(eventFrame('e', '{"a":1}', 'c')).toBe('{"event":"e","channel":"c","data":"{\\"a\\":1}"}')
    expect(eventFrame('e', '')).toBe('{"event":"e","data":""}')
  })

  it('of an error has its code, or none after the connection is made', () => {
    expect(JSON.parse(errorFrame(4009, 'no'))).toEqual({
      event: 'pusher:error',
      data: { code: 4009, message: 'no' },
    })
    expect(JSON.parse(errorFrame(null, 'no')).data.code).toBeNull()
    expect(JSON.parse(subscriptionErrorFrame('c', 'no'))).toEqual({
      event: 'pusher:subscription_error',
      channel: 'c',
      data: { type: 'AuthError', error: 'no', status: 401 },
    })
  })

  it.each([
    [30_000, 30],
    [1_600, 2],
    [400, 1],
    [0, 1],
  ])('of a connection with %i ms until it is asked says %i s', (ms, seconds) => {
    const frame = JSON.parse(establishedFrame(SOCKET, ms))

    expect(frame.event).toBe('pusher:connection_established')
    expect(JSON.parse(frame.data)).toEqual({ socket_id: SOCKET, activity_timeout: seconds })
  })
})
