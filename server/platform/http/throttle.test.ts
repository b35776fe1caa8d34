import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { countAttempt, forgetAttempts, isWithin, releaseAttempt } from './throttle.ts'

const LIMIT = { attempts: 2, windowSeconds: 100 }

describeShop('attempts', (shop) => {
  const count = (key: string, limit = LIMIT) => countAttempt(shop.db.run, key, limit)
  const refused = (retryAfter: unknown) => ({ code: 'too_many', extras: { retryAfter } })

  it('are allowed up to the limit, for each key separately, and then refused with the time to wait', async () => {
    await count('a')
    await count('b')
    await count('a')

    await expect(count('a')).rejects.toMatchObject(refused(expect.toSatisfy(isNear(100))))
    await count('b')
  })

  it('are asked about without being counted, until the limit is used up or its window ends', async () => {
    const asked = () => shop.value<boolean>`select ${isWithin('asked', LIMIT)}`
    const answers = [await asked()]
    for (let i = 0; i < 2; i++) {
      await count('asked')
      answers.push(await asked(), await asked())
    }
    await shop.sql`update throttle set resets_at = now() where key = 'asked'`

    expect([...answers, await asked()]).toEqual([true, true, true, false, false, true])
  })

  it('that were given back count no more, and the count never falls below zero', async () => {
    await count('back')
    for (let i = 0; i < 5; i++) await releaseAttempt(shop.db.run, 'back')
    await count('back')
    await count('back')

    await expect(count('back')).rejects.toMatchObject({ code: 'too_many' })
    expect(await kept(shop, 'back')).toMatchObject({ count: 3 })
  })

  it('are given back and deleted for that key only', async () => {
    for (const key of ['mine', 'mine', 'theirs', 'theirs']) await count(key)
    await releaseAttempt(shop.db.run, 'mine')
    expect((await kept(shop, 'theirs'))?.count).toBe(2)
    await forgetAttempts(shop.db.run, 'mine')

    expect(await kept(shop, 'mine')).toBeUndefined()
    expect((await kept(shop, 'theirs'))?.count).toBe(2)
  })

  it.for([
    ['start again from zero in a new window', 'now()', 1, 100],
    ['keep the window of the first one', "now() + interval '40 seconds'", 2, 40],
    [
      'never wait longer than their window, though a clock was set back',
      "now() + interval '1 day'",
      2,
      100,
    ],
  ] as const)('%s', async ([key, resetsAt, attempts, seconds]) => {
    await count(key)
    await shop.sql`update throttle set resets_at = ${sql.raw(resetsAt)} where key = ${key}`

    await count(key)

    expect(await kept(shop, key)).toMatchObject({
      count: attempts,
      seconds: expect.toSatisfy(isNear(seconds)),
    })
  })

  it('require a wait of at least a second', async () => {
    await count('end', { attempts: 0, windowSeconds: 0 }).catch(() => {})

    await expect(count('end', { attempts: 0, windowSeconds: 0 })).rejects.toMatchObject(refused(1))
  })
})

async function kept(shop: Shop, key: string) {
  const rows = await shop.sql<{ count: number; seconds: number }>`
    select count, extract(epoch from resets_at - now())::float as seconds
    from throttle where key = ${key}`
  return rows[0]
}

function isNear(expected: number) {
  return (seconds: number) => seconds > expected - 20 && seconds <= expected
}
