/** A5 and A6 of docs/reliability.md: guessing passwords, and account enumeration. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { whileThreadsAreHeld } from '#tests/kit/hold-threads.ts'
import { describeShop, PASSWORD, type Shop } from '#tests/kit/shop.ts'
import { mannWhitney, median } from '#tests/kit/statistics.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'

const GUESSES = volume(100, 1_000)
const ACCOUNTS = volume(40, 10_000)
/** Guesses at other accounts that were made before. */
const BEFORE = volume(90, 0)
/** Fewer than an account's hundred guesses from everywhere, which all count until they are refused. */
const CROWD = 80
/** Two are hashed at a time, and fifty wait. */
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
    expect((await login(shop, email, PASSWORD, '127.2.0.2')).status).toBe(200)
  })

  it('is stopped at a hundred for one address, across any number of accounts', async () => {
    await sql`
      insert into throttle (key, count, resets_at)
      values ('login:127.2.0.3', ${BEFORE}, now() + interval '10 minutes')`.execute(shop.db.run)
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

  it('cannot get more attempts by writing one account in many ways', async () => {
    const { email } = await shop.customer()
    const forms = [email, email.toUpperCase(), email.replace('someone', 'Someone')]
    const guess = async (at: number) =>
      (await login(shop, forms[at % 3] ?? '', 'a guess', '127.2.0.4')).status

    expect(await guess(0)).toBe(401)
    await setCount(shop, '127.2.0.4', 7)

    expect([await guess(1), await guess(2), await guess(0)]).toEqual([401, 401, 401])
    expect([await guess(1), await guess(2)]).toEqual([429, 429])
  })

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

describeShop('whether somebody has an account', (shop) => {
  it.runIf(IS_FULL)(
    'cannot be inferred from the time of a sign-in',
    async () => {
      const people = await shop.customers(300)

      await expectSameTime(300, {
        known: (i) => login(shop, people[i]?.email ?? '', 'wrong', addressOf(i, 5)),
        unknown: (i) => login(shop, `nobody.${i}@barq.example`, 'wrong', addressOf(i, 6)),
      })
    },
    120_000,
  )

  it.runIf(IS_FULL)(
    'cannot be inferred from asking for a new password',
    async () => {
      const people = await shop.customers(300)
      const ask = (email: string, address: string) =>
        shop.call('POST', '/api/auth/password/email', { body: { email }, address })
      let round = 0

      await expectSameTime(300, {
        known: (i) => ask(people[i]?.email ?? '', addressOf(i, 7 + round)),
        unknown: (i) => {
          if (i === 299) round += 2
          return ask(`nobody.${round}.${i}.0123456@barq.example`, addressOf(i, 8 + round))
        },
      })
    },
    120_000,
  )
})

interface Sampled {
  status: number
  text: string
}

/**
 * Checks that two kinds of requests, sent alternately, take equally long and get equal answers;
 * noise on the machine may spoil two of three tries.
 */
async function expectSameTime(
  samples: number,
  kinds: { known: (i: number) => Promise<Sampled>; unknown: (i: number) => Promise<Sampled> },
): Promise<void> {
  const sample = async () => {
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < samples; i++) {
      const [first, second] = i % 2 ? ([known, unknown] as const) : ([unknown, known] as const)
      for (const times of [first, second]) {
        const start = performance.now()
        const answer = await (times === known ? kinds.known(i) : kinds.unknown(i))
        times.push(performance.now() - start)
        answers.add(`${answer.status} ${answer.text}`)
      }
    }
    const ratio = median(known) / median(unknown)
    return { ratio, chance: mannWhitney(known, unknown) }
  }
  const answers = new Set<string>()

  const { ratio, chance } = await upTo(
    3,
    sample,
    (found) => Math.abs(found.ratio - 1) < 0.1 && found.chance > 0.01,
  )

  expect([...answers]).toHaveLength(1)
  expect(ratio).toBeGreaterThan(0.9)
  expect(ratio).toBeLessThan(1.1)
  expect(chance).toBeGreaterThan(0.01)
}

/** As if that many guesses had been made at the account that was just tried from the address. */
async function setCount(shop: Shop, address: string, guesses: number): Promise<void> {
  await sql`
    update throttle set count = ${guesses}
    where key like ${`login:%:${address}`}`.execute(shop.db.run)
}

/** The first result that is good enough, or else the last one. */
async function upTo<T>(
  tries: number,
  work: () => Promise<T>,
  isGood: (result: T) => boolean,
): Promise<T> {
  let result = await work()
  for (let attempt = 1; attempt < tries && !isGood(result); attempt++) result = await work()
  return result
}

function login(shop: Shop, email: string, password: string, address: string) {
  return shop.call('POST', '/api/auth/login', { body: { email, password }, address })
}

/** Limits count per address, so each sample has its own. */
function addressOf(index: number, net: number): string {
  addresses++
  return `10.${net}.${addresses % 250}.${index % 250}`
}

let addresses = 0

function count(statuses: readonly number[], wanted: number): number {
  return statuses.filter((status) => status === wanted).length
}
