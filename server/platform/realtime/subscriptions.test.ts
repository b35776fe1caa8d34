/** Subscribing: forged signatures, names, limits, and channels that are not offered. */

import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { heard, type Live, openLive, pusher8, RawClient, SECRET } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { createSigner, subscriptionText } from './signature.ts'

const signer = createSigner({ key: 'barq', secret: SECRET })
const sign = (text: string, secret = SECRET) =>
  createHmac('sha256', secret).update(text).digest('hex')

describeShop('private channels', (shop) => {
  const live = liveForSuite(shop)
  let me: Person
  let other: Person
  beforeAll(async () => {
    me = await shop.customer()
    other = await shop.customer()
  })

  it('pusher-js reports an error of the endpoint to its channel, with the status', async () => {
    const stranger = pusher8(live, 'x'.repeat(43)).subscribe(`private-user.${me.id}`)
    expect(await heard(stranger, 'pusher:subscription_error')).toMatchObject({ status: 401 })
    const nosy = pusher8(live, me.token).subscribe(`private-user.${other.id}`)
    expect(await heard(nosy, 'pusher:subscription_error')).toMatchObject({
      type: 'AuthError',
      status: 403,
    })
  })

  describe('forged signatures', () => {
    it('are refused as an error of the channel, deliver nothing and leave the socket open', async () => {
      const theirs = `private-user.${other.id}`
      const patient = await openLive(shop.db, { limits: { rejectionsPerSocket: 100 } })
      const client = await RawClient.connect(patient)
      const elsewhere = await RawClient.connect(patient)
      const good = sign(`${client.socketId}:${theirs}`)
      const { auth: ofOtherSocket } = await elsewhere.authorize(patient, other.token, theirs)
      const { auth: ofOwnChannel } = await client.authorize(
        patient,
        me.token,
        `private-user.${me.id}`,
      )
      const { auth: signIn } = await userAuth(patient, me.token, client.socketId)
      const forged: unknown[] = [
        ofOtherSocket,
        ofOwnChannel,
        signIn,
        `barq:${good.toUpperCase()}`,
        `barq:${good.slice(0, -1)}`,
        `barq:${good}0`,
        `other:${good}`,
        good,
        `:${good}`,
        `barq:${sign(`${client.socketId}:${theirs}`, 'another secret')}`,
        'barq:',
        '',
        undefined,
        null,
        [`barq:${good}`],
        { auth: good },
        0,
      ]
      for (const auth of forged) {
        // Where sockets are signed for at all, these were signed for this very socket.
        if (client.socket.readyState !== client.socket.OPEN) throw new Error('it was closed')
        client.send({ event: 'pusher:subscribe', data: { channel: theirs, auth } })
        expect(await client.next('pusher:subscription_error')).toMatchObject({
          channel: theirs,
          data: { type: 'AuthError', status: 401 },
        })
      }
      const heardBy = client.frames.length
      await patient.app.realtime.publish([{ channels: [theirs], event: 'my-event', data: '{}' }])
      client.send({ event: 'pusher:ping', data: {} })
      await client.next('pusher:pong')
      expect(client.frames.length).toBe(heardBy)
      await patient.close()
    })

    it('one changed bit anywhere in a valid one is enough', async () => {
      const channel = `private-user.${me.id}`
      const client = await RawClient.connect(live)
      const { auth } = await client.authorize(live, me.token, channel)
      fc.assert(
        fc.property(fc.nat(auth.length - 1), fc.nat(6), (at, bit) => {
          const byte = auth.charCodeAt(at) ^ (1 << bit)
          const bent = auth.slice(0, at) + String.fromCharCode(byte) + auth.slice(at + 1)
          expect(signer.verify(subscriptionText(client.socketId, channel), bent)).toBe(false)
        }),
        { numRuns: 1_000 },
      )
      expect(signer.verify(subscriptionText(client.socketId, channel), auth)).toBe(true)
    })

    it('an old signature is invalid after a reconnect', async () => {
      const channel = `private-user.${me.id}`
      const first = await RawClient.connect(live)
      const { auth } = await first.authorize(live, me.token, channel)
      first.socket.terminate()
      const second = await RawClient.connect(live)
      second.send({ event: 'pusher:subscribe', data: { channel, auth } })
      await second.next('pusher:subscription_error')
    })

    it('ten rejections close the socket with 4009', async () => {
      const client = await RawClient.connect(live)
      for (let i = 0; i < 10; i++) {
        client.send({ event: 'pusher:subscribe', data: { channel: 'private-admin', auth: 'x' } })
      }
      expect((await client.closed).code).toBe(4009)
      expect(
        client.frames.filter(({ event }) => event === 'pusher:subscription_error'),
      ).toHaveLength(10)
    })
  })

  it('subscribing twice succeeds twice and delivers once; unsubscribing is silent', async () => {
    const channel = `private-user.${me.id}`
    const client = await RawClient.connect(live)
    await client.subscribe(live, me.token, channel)
    await client.subscribe(live, me.token, channel)
    await live.app.realtime.publish([{ channels: [channel], event: 'a', data: '1' }])
    await client.next('a')
    client.send({ event: 'pusher:unsubscribe', data: { channel } })
    client.send({ event: 'pusher:unsubscribe', data: { channel: 'never-heard' } })
    client.send({ event: 'pusher:ping', data: {} })
    await client.next('pusher:pong')
    await live.app.realtime.publish([{ channels: [channel], event: 'a', data: '2' }])
    client.send({ event: 'pusher:ping', data: {} })
    await client.next('pusher:pong')
    expect(client.frames).toEqual([])
  })

  it('a socket subscribes to at most 100 channels', async () => {
    const client = await RawClient.connect(live)
    for (let i = 0; i <= 100; i++) {
      client.send({ event: 'pusher:subscribe', data: { channel: `public-${i}`, auth: '' } })
    }
    const { channel, data } = await client.next('pusher:subscription_error')
    expect(channel).toBe('public-100')
    expect(data.error).toMatch(/100 channels/)
  })

  it('names have 1 to 200 characters that the protocol allows', async () => {
    const client = pusher8(live, me.token)
    const longest = client.subscribe('c'.repeat(200))
    await heard(longest, 'pusher:subscription_succeeded')
    const tooLong = client.subscribe('c'.repeat(201))
    await heard(tooLong, 'pusher:subscription_error')
    const odd = client.subscribe('with space')
    await heard(odd, 'pusher:subscription_error')
    const all = client.subscribe('aZ0_-=@,.;')
    await heard(all, 'pusher:subscription_succeeded')
  })

  it.each([
    ['presence-room', /Presence channels are not offered/],
    ['private-encrypted-x', /Encrypted channels are not offered/],
    ['cache-x', /Cache channels are not offered/],
    ['private-cache-x', /Cache channels are not offered/],
    ['presence-cache-x', /Presence channels are not offered/],
  ])('%s is refused with a reason', async (channel, reason) => {
    const client = await RawClient.connect(live)
    const auth = `barq:${sign(`${client.socketId}:${channel}`)}`
    client.send({ event: 'pusher:subscribe', data: { channel, auth } })
    expect((await client.next('pusher:subscription_error')).data.error).toMatch(reason)
  })

  it('client events are refused with 4301, and pusher-js stays connected', async () => {
    const client = pusher8(live, me.token)
    const channel = client.subscribe(`private-user.${me.id}`)
    await heard(channel, 'pusher:subscription_succeeded')
    const error = heard<{ data: { code: number } }>(client.connection, 'error')
    channel.trigger('client-hello', { to: 'everybody' })
    expect((await error).data.code).toBe(4301)
    expect(client.connection.state).toBe('connected')
  })
})

async function userAuth(live: Live, token: string, socketId: string) {
  const reply = await fetch(`${live.url}/broadcasting/user-auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ socket_id: socketId }),
  })
  return (await reply.json()) as { auth: string; user_data: string }
}
