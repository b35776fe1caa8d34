/** A5 of docs/reliability.md: guessing passwords. */
import { expect, it } from 'vitest'
import { login } from '#tests/kit/accounts.ts'
import { whileThreadsAreHeld } from '#tests/kit/hold-threads.ts'
import { describeShop, PASSWORD, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const GUESSES = volume(100, 1_000)
const ACCOUNTS = volume(40, 10_000)
/** Guesses at other accounts from the same IP address, counted before the test begins. */
const BEFORE = volume(90, 0)
/** Concurrent guesses at one account, below its overall limit of 100: each counts until the full queue rejects it. */
const CROWD = 80
/** Guesses checked before the queue is full: two are hashed at a time, and fifty wait. */
const CHECKED = 52

describeShop('guessing passwords', (shop) => {
  it('is stopped at ten for one account, however many are sent', async () => {
    const { email } = await shop.customer()
    const statuses: number[] = []

    for (let batch = 0; batch < GUESSES / 50; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => login(shop, email, `guess ${i}`, '127.2.0.1')),
      )
      statuses.push(...answers.map(({ status }) => status))
    }

    expect(count(statuses, 401)).toBe(10)
    expect(count(statuses, 429)).toBe(GUESSES - 10)
    const locked = await login(shop, email, PASSWORD, '127.2.0.1')
    expect([locked.status, locked.body.error]).toEqual([429, 'too_many'])
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    expect((await login(shop, email, PASSWORD, '127.2.0.2')).status).toBe(200)
  })

  it('is stopped at a hundred for one address, across any number of accounts', async () => {
    await shop.sql`
      insert into throttle (key, count, resets_at)
      values ('login:127.2.0.3', ${BEFORE}, now() + interval '10 minutes')`
    const statuses: number[] = []

    for (let batch = 0; batch < ACCOUNTS / 20; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          login(shop, `nobody.${batch}.${i}@nowhere.example`, 'the one password', '127.2.0.3'),
        ),
      )
      statuses.push(...answers.map(({ status }) => status))
    }

    expect(count(statuses, 401)).toBe(100 - BEFORE)
    expect(count(statuses, 429)).toBe(ACCOUNTS - 100 + BEFORE)
  }, 300_000)

  it("by a crowd leaves the shop usable, and does not use up other people's attempts", async () => {
    const { email } = await shop.customer()
    const refused: Array<{ from: string; retryAfter: unknown }> = []
    const others: number[] = []
    const guess = async (_: unknown, i: number) => {
      const from = `127.4.${i}.1`
      const { status, headers } = await login(shop, email, 'a guess', from)
      if (status === 503) refused.push({ from, retryAfter: headers['retry-after'] })
      else others.push(status)
    }

    const crowd = await whileThreadsAreHeld(async () => {
      const guesses = Array.from({ length: CROWD }, guess)
      await expect.poll(() => refused.length).toBe(CROWD - CHECKED)
      expect((await shop.call('GET', '/api/shop-window')).status).toBe(200)
      expect(others).toEqual([])
      return guesses
    })
    await Promise.all(crowd)

    expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
    expect(others).toEqual(Array(CHECKED).fill(401))

    const { from } = refused[0] ?? { from: '' }
    expect((await login(shop, email, 'a guess', from)).status).toBe(401)
    await setCount(shop, from, 9)
    expect((await login(shop, email, 'a guess', from)).status).toBe(401)
    expect((await login(shop, email, 'a guess', from)).status).toBe(429)
  })
})

/** Sets the count as if the IP address had made this many guesses at the account just tried. */
async function setCount(shop: Shop, address: string, guesses: number): Promise<void> {
  await shop.sql`
    update throttle set count = ${guesses}
    where key like ${`login:%:${address}`}`
}

function count(statuses: readonly number[], wanted: number): number {
  return statuses.filter((status) => status === wanted).length
}
