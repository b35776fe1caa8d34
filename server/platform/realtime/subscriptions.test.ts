import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask, heard, openLive, pusher8, RawClient, SECRET } from '#tests/kit/live.ts'
import { liveForSuite, withLive } from '#tests/kit/live-suite.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

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
      const { body: signIn } = await ask(patient, 'POST /broadcasting/user-auth', {
        token: me.token,
        body: { socket_id: client.socketId },
      })
      const forged: unknown[] = [
        ofOtherSocket,
        ofOwnChannel,
        signIn.auth,
        `barq:${good.toUpperCase()}`,
        `barq:${good.slice(0, -1)}`,
        // The right number of characters but not of bytes.
        `barq:${good.slice(0, -1)}é`,
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
        // The forged signatures are for this socket, so it must stay open.
        if (client.socket.readyState !== client.socket.OPEN)
          throw new Error('the socket was closed')
        client.send({ event: 'pusher:subscribe', data: { channel: theirs, auth } })
        expect(await client.next('pusher:subscription_error')).toMatchObject({
          channel: theirs,
          data: { type: 'AuthError', status: 401 },
        })
      }
      const heardBy = client.frames.length
      await patient.app.realtime.publish([{ channels: [theirs], event: 'my-event', data: '{}' }])
      await client.ping()
      expect(client.frames.length).toBe(heardBy)
      await patient.close()
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
    await client.ping()
    await live.app.realtime.publish([{ channels: [channel], event: 'a', data: '2' }])
    await client.ping()
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

  const NO_NAME = 'This is not a valid channel name.'
  const UNSIGNED = 'The signature is not valid for this socket and channel.'
  const NAMES: Array<[name: string, refusal: string | null]> = [
    ['news', null],
    ['aZ0_-=@,.;', null],
    ['x'.repeat(200), null],
    ['not-private-news', null],
    ['private-news', UNSIGNED],
    ['private-', UNSIGNED],
    ['#server-to-user-7', "This socket is not signed in as the channel's user."],
    ['presence-room', 'Presence channels are not supported.'],
    ['presence-cache-x', 'Presence channels are not supported.'],
    ['private-encrypted-x', 'Encrypted channels are not supported.'],
    ['private-cache-x', 'Cache channels are not supported.'],
    ['cache-x', 'Cache channels are not supported.'],
    ['x'.repeat(201), NO_NAME],
    ['', NO_NAME],
    ['a b', NO_NAME],
    ['a:b', NO_NAME],
    [' news', NO_NAME],
    ['news\n', NO_NAME],
    ['#server-to-user-', NO_NAME],
    ['#server-to-user-7:8', NO_NAME],
    ['#news', NO_NAME],
  ]
  it('a name decides who may subscribe; others are refused with a reason', () =>
    withLive(shop.db, { limits: { rejectionsPerSocket: 100 } }, async (patient) => {
      const client = await RawClient.connect(patient)
      for (const [channel, refusal] of NAMES) {
        client.send({ event: 'pusher:subscribe', data: { channel, auth: '' } })
        const kind = refusal
          ? 'pusher:subscription_error'
          : 'pusher_internal:subscription_succeeded'
        const { channel: answered, data } = await client.next(kind)
        expect([answered, refusal && data.error]).toEqual([channel, refusal])
      }
    }))

  it('the data of a private channel is signed too', async () => {
    const client = await RawClient.connect(live)
    const [channel, channel_data] = ['private-news', '{}']
    const auth = `barq:${sign(`${client.socketId}:${channel}:${channel_data}`)}`
    client.send({ event: 'pusher:subscribe', data: { channel, auth } })
    await client.next('pusher:subscription_error')
    client.send({ event: 'pusher:subscribe', data: { channel, auth, channel_data } })
    await client.next('pusher_internal:subscription_succeeded')
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
