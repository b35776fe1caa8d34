import { beforeAll, expect, it } from 'vitest'
import { userChannel } from '#contract/events.ts'
import { readConfig } from '#server/config.ts'
import { ask, openLive, RawClient, SECRET } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { createAuthorizer } from './authorize.ts'
import type { Engine } from './engine.ts'
import { createSigner } from './signature.ts'

const signer = createSigner({ key: 'barq', secret: SECRET })

it('signs nothing for a session that just ended, and releases its sockets', async () => {
  const revoked: number[] = []
  const engine = {
    bind: async () => true,
    revoke: (userId: number) => void revoked.push(userId),
  } as unknown as Engine
  const rules = { roleOf: async () => null, aliveSessions: async () => new Map() }
  const { limits } = readConfig({}).realtime
  const authorizer = createAuthorizer(engine, signer, rules, limits)
  const caller = { id: 7, sessionId: 70 }
  const ended = { code: 'unauthenticated' }

  const channel = authorizer.authorizeChannel(caller, '123.456', userChannel(7))
  await expect(channel).rejects.toMatchObject(ended)
  await expect(authorizer.authenticateUser(caller, '123.456')).rejects.toMatchObject(ended)
  expect(revoked).toEqual([7, 7])
})

describeShop('the auth endpoint', (shop) => {
  const live = liveForSuite(shop)
  let me: Person
  let other: Person
  beforeAll(async () => {
    me = await shop.customer()
    other = await shop.customer()
  })

  const auth = (body: unknown) => ask(live, 'POST /broadcasting/auth', { token: me.token, body })
  const authByForm = (text: string) =>
    ask(live, 'POST /broadcasting/auth', {
      token: me.token,
      text,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  it('takes a form and JSON, and signs only the channel of the socket’s own user', async () => {
    const { socketId } = await RawClient.connect(live)
    const channel = `private-user.${me.id}`
    const signed = { status: 200, body: { auth: signer.sign(`${socketId}:${channel}`) } }
    const fields = { socket_id: socketId, channel_name: channel }
    expect(await authByForm(String(new URLSearchParams(fields)))).toEqual(signed)
    expect(await auth(fields)).toEqual(signed)
  })

  it('refuses every other channel, and a form whose field comes twice', async () => {
    const { socketId } = await RawClient.connect(live)
    const own = `private-user.${me.id}`
    const channels = [
      `private-user.${other.id}`,
      'private-admin',
      'private-user.',
      'private-user',
      `private-user.0${me.id}`,
      `private-user.${me.id}.0`,
      ` ${own}`,
      `${own}\n`,
      `${own}:x`,
      own.toUpperCase(),
      `presence-user.${me.id}`,
      `private-encrypted-user.${me.id}`,
      `:user::{"id":"${other.id}"}`,
      `#server-to-user-${me.id}`,
      '',
      null,
      ['private-admin'],
      [own],
      { toString: own },
      me.id,
    ]
    for (const channel of channels) {
      const { status } = await auth({ socket_id: socketId, channel_name: channel })
      expect([channel, status]).toEqual([channel, 403])
    }
    const twice = `socket_id=${socketId}&channel_name=${own}&channel_name=private-admin`
    expect((await authByForm(twice)).status).toBe(400)
  })

  it('refuses every socket id but that of a connected socket', async () => {
    const { socketId, socket, closed } = await RawClient.connect(live)
    const ids = [
      '1.1',
      `${socketId} `,
      `${socketId}\n`,
      `${socketId}:private-admin`,
      socketId.replace('.', ','),
      `0${socketId}`,
      '',
      undefined,
      null,
      [socketId],
      1.5,
      '9'.repeat(21),
    ]
    const statusOf = async (id: unknown) =>
      (await auth({ socket_id: id, channel_name: `private-user.${me.id}` })).status
    const toSignIn = { token: me.token, body: { socket_id: '1.1' } }
    const statuses = await Promise.all([
      ...ids.map(statusOf),
      ask(live, 'POST /broadcasting/user-auth', toSignIn).then(({ status }) => status),
    ])
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect(await statusOf(socketId)).toBe(200)
    socket.close()
    await closed
    await expect.poll(() => statusOf(socketId)).toBe(403)
  })

  it('signs private-admin for staff, by the database at that moment', async () => {
    const admin = await shop.admin()
    const client = await RawClient.connect(live)
    expect((await client.authorize(live, admin.token, 'private-admin')).status).toBe(200)
    await shop.sql`update app_user set account_type = 'customer' where id = ${admin.id}`
    expect((await client.authorize(live, admin.token, 'private-admin')).status).toBe(403)
  })

  it('limits what one session may ask for', async () => {
    const strict = await openLive(shop.db, {
      limits: { signaturesAtOnce: 3, signaturesPerSecond: 0 },
    })
    const client = await RawClient.connect(strict)
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) {
      statuses.push((await client.authorize(strict, me.token, `private-user.${me.id}`)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    await strict.close()
  })
})
