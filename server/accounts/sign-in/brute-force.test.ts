/** A5 and A6 of docs/reliability.md: guessing passwords, and account enumeration. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { describeShop, PASSWORD, type Shop } from '#tests/kit/shop.ts'
import { mannWhitney, median, percentile } from '#tests/kit/statistics.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'

/** Many on a quiet machine, since each is a call. */
const ACCOUNTS = volume(200, 10_000)

describeShop('guessing passwords', (shop) => {
  it('is stopped at ten for one account, however many are sent', async () => {
    const { email } = await shop.customer()
    const statuses: number[] = []

    for (let batch = 0; batch < 20; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => login(shop, email, `guess ${i}`, '127.2.0.1')),
      )
      statuses.push(...answers.map(({ status }) => status))
    }

    expect(count(statuses, 401)).toBe(10)
    expect(count(statuses, 429)).toBe(990)
    expect((await login(shop, email, PASSWORD, '127.2.0.2')).status).toBe(200)
  })

  it('is stopped at a hundred for one address, across any number of accounts', async () => {
    const statuses: number[] = []

    for (let batch = 0; batch < ACCOUNTS / 20; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          login(shop, `nobody.${batch}.${i}@nowhere.example`, 'the one password', '127.2.0.3'),
        ),
      )
      statuses.push(...answers.map(({ status }) => status))
    }

    expect(count(statuses, 401)).toBe(100)
    expect(count(statuses, 429)).toBe(ACCOUNTS - 100)
  }, 300_000)

  it('cannot get more attempts by writing one account in many ways', async () => {
    const { email } = await shop.customer()
    const forms = [email, email.toUpperCase(), email.replace('someone', 'Someone')]
    const statuses: number[] = []

    for (let i = 0; i < 12; i++) {
      statuses.push((await login(shop, forms[i % 3] ?? '', 'a guess', '127.2.0.4')).status)
    }

    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  it('by two hundred at once leaves the shop usable', async () => {
    // The machine may be busy with other work: one quiet attempt of three is enough.
    const figures = await upTo(3, () => crowd(shop), isUsable)

    expect(figures.checked + figures.refused).toBe(200)
    expect(figures.refused).toBeGreaterThan(0)
    expect(figures.others).toEqual([])
    expect(figures.retryAfter).toBe(true)
  })

  it("by a crowd does not use up other people's attempts", async () => {
    const { email } = await shop.customer()
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) => login(shop, email, 'a guess', `127.4.${i}.1`)),
    )
    const refused = answers.findIndex(({ status }) => status === 503)
    expect(refused).toBeGreaterThanOrEqual(0)

    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      statuses.push((await login(shop, email, 'a guess', `127.4.${refused}.1`)).status)
    }

    expect(statuses).toEqual([...Array(10).fill(401), 429])
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

async function crowd(shop: Shop) {
  const resting = await restingDelay()
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const apiTimes: number[] = []
  const tag = Math.floor(Math.random() * 200)
  const logins = Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      login(shop, `crowd.${i}@nowhere.example`, 'a guess', `127.3.${tag}.${i}`),
    ),
  )
  let isDone = false
  const end = logins.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const start = performance.now()
    await shop.call('GET', '/api/shop-window')
    apiTimes.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  loop.disable()
  const answers = await end
  const busy = answers.filter(({ status }) => status === 503)
  return {
    resting,
    checked: count(
      answers.map(({ status }) => status),
      401,
    ),
    refused: busy.length,
    others: answers.filter(({ status }) => ![401, 503].includes(status)),
    retryAfter: busy.every(({ headers }) => Number(headers['retry-after']) > 0),
    loopDelay: loop.percentile(99) / 1e6,
    apiTime: percentile(apiTimes, 0.99),
  }
}

function isUsable({ loopDelay, apiTime }: { loopDelay: number; apiTime: number }): boolean {
  return loopDelay < 100 && apiTime < 300
}

/** How late timers fire without any requests: the cost of the machine itself. */
async function restingDelay(): Promise<number> {
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  await new Promise((resolve) => setTimeout(resolve, 500))
  loop.disable()
  return loop.max / 1e6
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
