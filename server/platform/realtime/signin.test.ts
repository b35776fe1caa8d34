import { expect, it } from 'vitest'
import { ask, heard, pusher8, RawClient } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import { describeShop, PASSWORD } from '#tests/kit/shop.ts'

describeShop('signing in to a socket', (shop) => {
  const live = liveForSuite(shop)

  const userAuth = async (token: string, socket_id: string, path = '/broadcasting/user-auth') =>
    (await ask(live, `POST ${path}`, { token, body: { socket_id } })).body

  it('the path that pusher-js asks by default answers too', async () => {
    const [person, client] = [await shop.customer(), await RawClient.connect(live)]
    const signed = await userAuth(person.token, client.socketId, '/pusher/user-auth')
    expect(signed.user_data).toBe(`{"id":"${person.id}"}`)
  })

  it('the channel of another user, or of anybody without signing in, is refused', async () => {
    const [me, other] = [await shop.customer(), await shop.customer()]
    const client = await RawClient.connect(live)
    const ask = async (id: number) => {
      client.send({
        event: 'pusher:subscribe',
        data: { channel: `#server-to-user-${id}`, auth: '' },
      })
      return client.next('pusher:subscription_error')
    }
    await ask(me.id)
    client.send({ event: 'pusher:signin', data: await userAuth(me.token, client.socketId) })
    await client.next('pusher:signin_success')
    await ask(other.id)
    await client.join(`#server-to-user-${me.id}`)
  })

  it('a forged sign-in, or one as another user, closes the socket with 4009', async () => {
    const [me, other] = [await shop.customer(), await shop.customer()]
    const forgeries = async (socketId: string) => {
      const mine = await userAuth(me.token, socketId)
      return [
        { ...mine, user_data: `{"id":"${other.id}"}` },
        { auth: mine.auth.toUpperCase(), user_data: mine.user_data },
        { auth: mine.auth },
        { user_data: mine.user_data },
        {},
      ]
    }
    for (let index = 0; index < 5; index++) {
      const client = await RawClient.connect(live)
      client.send({ event: 'pusher:signin', data: (await forgeries(client.socketId))[index] })
      expect((await client.closed).code).toBe(4009)
    }
    const client = await RawClient.connect(live)
    client.send({ event: 'pusher:signin', data: await userAuth(me.token, client.socketId) })
    await client.next('pusher:signin_success')
    client.send({ event: 'pusher:signin', data: await userAuth(other.token, client.socketId) })
    expect((await client.closed).code).toBe(4009)
  })
})

describeShop('sockets end with their session', (shop) => {
  const live = liveForSuite(shop, { limits: { recheckMs: 300 } })

  const logOut = (token: string) => ask(live, 'POST /api/auth/logout', { token })

  it('thirty sign-outs: each closes its sockets, no others', async () => {
    const people = await shop.customers(30)
    const sockets = await Promise.all(
      people.map(async (person) => {
        const client = await RawClient.connect(live)
        await client.subscribe(live, person.token, `private-user.${person.id}`)
        return client
      }),
    )
    const bystander = await shop.customer()
    const witness = await RawClient.connect(live)
    await witness.subscribe(live, bystander.token, `private-user.${bystander.id}`)
    await Promise.all(
      people.map(async (person, index) => {
        expect((await logOut(person.token)).status).toBe(200)
        expect((await sockets[index]?.closed)?.code).toBe(4009)
      }),
    )
    expect(witness.socket.readyState).toBe(witness.socket.OPEN)
  })

  it('pusher-js stays disconnected, and the old signature is invalid on a new socket', async () => {
    const person = await shop.customer()
    const channel = `private-user.${person.id}`
    const client = pusher8(live, person.token)
    await heard(client.subscribe(channel), 'pusher:subscription_succeeded')
    const raw = await RawClient.connect(live)
    const { auth } = await raw.authorize(live, person.token, channel)
    // pusher-js only reports being disconnected if it does not intend to reconnect.
    const gone = heard(client.connection, 'disconnected')
    await logOut(person.token)
    await gone
    expect((await raw.closed).code).toBe(4009)
    const again = await RawClient.connect(live)
    again.send({ event: 'pusher:subscribe', data: { channel, auth } })
    await again.next('pusher:subscription_error')
    expect((await again.authorize(live, person.token, channel)).status).toBe(401)
  })

  it('a new password closes the sockets of the other sessions and keeps its own', async () => {
    const person = await shop.customer()
    const elsewhere = await shop.signIn(person)
    const channel = `private-user.${person.id}`
    const [mine, theirs] = [await RawClient.connect(live), await RawClient.connect(live)]
    await mine.subscribe(live, person.token, channel)
    await theirs.subscribe(live, elsewhere, channel)
    const { username, email } = person
    const change = { username, email, password: `${PASSWORD} new` }
    const { token } = person
    const { status } = await ask(live, 'PUT /api/auth/user/update', { token, body: change })
    expect(status).toBe(200)
    expect((await theirs.closed).code).toBe(4009)
    await mine.ping()
  })

  it('a disabled account, an expired session and a demoted admin are found by the recheck', async () => {
    const [disabled, expired, admin] = [
      await shop.customer(),
      await shop.customer(),
      await shop.admin(),
    ]
    const sockets = [
      [await RawClient.connect(live), disabled.token, `private-user.${disabled.id}`],
      [await RawClient.connect(live), expired.token, `private-user.${expired.id}`],
      [await RawClient.connect(live), admin.token, 'private-admin'],
    ] as const
    for (const [client, token, channel] of sockets) await client.subscribe(live, token, channel)
    await shop.sql`update app_user set disabled_at = now() where id = ${disabled.id}`
    await shop.sql`update session set expires_at = 'epoch' where user_id = ${expired.id}`
    await shop.sql`update app_user set account_type = 'customer' where id = ${admin.id}`
    for (const [client] of sockets) expect((await client.closed).code).toBe(4009)
  })
})
