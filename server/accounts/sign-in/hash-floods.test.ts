/** A5 of docs/reliability.md: making the server hash passwords does not keep other people from signing in. */
import { expect, it } from 'vitest'
import { askForLink, login, setPassword } from '#tests/kit/accounts.ts'
import { whileThreadsAreHeld } from '#tests/kit/hold-threads.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { describeShop, PASSWORD, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const CONNECTIONS = 60
const HONEST = volume(2, 12)

describeShop('signing in while others make the server hash', (shop) => {
  it('works during a flood of made-up links from one address', async () => {
    const reset = () => setPassword(shop, 'x'.repeat(43), PASSWORD, '127.10.0.1')

    const { flood, honest } = await besideFlood(shop, reset)

    expect(honest).toEqual(Array(HONEST).fill(200))
    expect(new Set(flood)).toEqual(new Set([422, 429]))
    expect(flood.filter((status) => status === 422)).toHaveLength(30)
  })

  it('works during a flood of right passwords from one address', async () => {
    const people = await shop.customers(CONNECTIONS)

    // One IP address may have 24 requests in progress.
    const { flood, honest } = await besideFlood(
      shop,
      (at) => login(shop, people[at]?.email ?? '', PASSWORD, '127.10.0.2'),
      (statuses) => expect.poll(() => statuses).toEqual(Array(CONNECTIONS - 24).fill(503)),
    )

    expect(honest).toEqual(Array(HONEST).fill(200))
    expect(flood.filter((status) => status === 200)).toHaveLength(24)
  })

  it('works during a flood of new passwords of one account', async () => {
    const { token, username, email } = await shop.customer()

    const { flood, honest } = await besideFlood(shop, () =>
      shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username, email, password: 'another password' },
        address: '127.10.0.3',
      }),
    )

    expect(honest).toEqual(Array(HONEST).fill(200))
    expect(flood.filter((status) => status === 200)).toHaveLength(5)
  })
})

describeShop('hashing for one who knows a secret', (shop) => {
  it('stops at ten uses of links an hour for one account', async () => {
    const { email, id } = await shop.customer()
    await askForLink(shop, email)
    const mails = await deliverMails(shop)
    const token = tokenIn(mails.find(({ to }) => to === email))
    await shop.sql`
      insert into throttle (key, count, resets_at)
      values (${`reset-use:account:${id}`}, 10, now() + interval '10 minutes')`

    const answer = await setPassword(shop, token, PASSWORD, '127.10.0.7')

    expect(answer.status).toBe(429)
  })
})

/**
 * Sends the whole flood at once and the honest requests right behind it, before any request in the flood completes.
 * @param untilFull resolves when the flood has taken as much of the queue as it may.
 */
async function besideFlood(
  shop: Shop,
  send: (at: number) => Promise<{ status: number }>,
  untilFull: (statuses: readonly number[]) => PromiseLike<unknown> = async () => {},
) {
  const people = await shop.customers(HONEST)
  const flood: number[] = []
  const { signIns, connections } = await whileThreadsAreHeld(async () => {
    const connections = Array.from({ length: CONNECTIONS }, async (_, at) => {
      flood.push((await send(at)).status)
    })
    await untilFull(flood)
    const signIns = people.map(({ email }, i) => login(shop, email, PASSWORD, `127.11.${i}.1`))
    return { signIns, connections }
  })
  const honest = (await Promise.all(signIns)).map(({ status }) => status)
  await Promise.all(connections)
  return { flood, honest }
}
