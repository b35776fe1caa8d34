/** W1 and W3: many sockets connect at once, and reconnect after a restart. */
import { afterEach, expect, it } from 'vitest'
import { disconnectAll, heard, openLive, pusher8, RawClient } from '#tests/kit/live.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { firstAttemptMs, keepTrying } from '#web/app/realtime/keep-trying.ts'

const SOCKETS = volume(60, 300)
/** How long each step of a client's connection may take, in milliseconds. */
const CONNECTED_MS = 60_000
const PAGES = volume(10, 40)
const RESTARTS = volume(1, 3)

describeShop('a crowd', (shop) => {
  afterEach(disconnectAll)

  it('connects, authorizes and subscribes, and receives an event within a second', {
    timeout: 120_000,
  }, async () => {
    const live = await openLive(shop.db)
    const people = await shop.customers(SOCKETS)
    const statuses = new Set<number>()
    let isDone = false
    const asking = (async () => {
      while (!isDone) {
        const reply = await fetch(`${live.url}/api/config`)
        await reply.text()
        statuses.add(reply.status)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    })()
    const clients = await Promise.all(
      people.map(async (person) => {
        const client = await RawClient.connect(live, 'protocol=7', CONNECTED_MS)
        const channel = `private-user.${person.id}`
        await client.subscribe(live, person.token, channel, CONNECTED_MS)
        await client.join('news', CONNECTED_MS)
        return client
      }),
    )
    isDone = true
    await asking

    await live.app.realtime.publish([{ channels: ['news'], event: 'told', data: '{}' }])
    await Promise.all(clients.map((client) => client.next('told')))

    const { connections, subscriptions } = live.app.realtime.figures()
    expect({ connections, subscriptions }).toEqual({
      connections: SOCKETS,
      subscriptions: 2 * SOCKETS,
    })
    expect([...statuses]).toEqual([200])
    await live.close()
  })

  it('of pages reconnects after each restart, without a storm', {
    timeout: 180_000,
  }, async () => {
    let live = await openLive(shop.db)
    const { port, realtimePort } = live
    const people = await shop.customers(PAGES)
    const attempts = new Map<number, number[]>()
    const pages = people.map((person, index) => {
      const page = pusher8(live, person.token, { unavailableTimeout: firstAttemptMs() })
      keepTrying(page)
      // After a failed attempt, the next one does not change the connection's state: only its error reveals it.
      for (const sign of ['connecting', 'error']) {
        page.connection.bind(sign, () => {
          attempts.set(index, [...(attempts.get(index) ?? []), performance.now()])
        })
      }
      return { page, channel: page.subscribe(`private-user.${person.id}`) }
    })
    await Promise.all(pages.map(({ channel }) => heard(channel, 'pusher:subscription_succeeded')))
    for (let restart = 0; restart < RESTARTS; restart++) {
      const back = Promise.all(
        pages.map(({ channel }) => heard(channel, 'pusher:subscription_succeeded')),
      )
      await live.close()
      live = await openLive(shop.db, { port, realtimePort })
      await back
    }

    const inOneSecond = Math.max(...[...attempts.values()].map(mostInOneSecond))
    expect(inOneSecond).toBeLessThanOrEqual(2)
    await live.close()
  })
})

function mostInOneSecond(times: number[]): number {
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  )
}
