import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { inTransaction, withRetries } from './database.ts'

describeShop('a transaction', (shop) => {
  it('refuses the handle of the database and another transaction inside', async () => {
    for (const inside of [() => shop.sql`select 1`, () => inTransaction(shop.db, async () => 1)]) {
      const work = inTransaction<unknown>(shop.db, inside)
      await expect(work).rejects.toThrow('pass tx instead')
    }
  })

  it('leaves the handle usable after it has ended', async () => {
    let later: Promise<unknown> | null = null

    await inTransaction(shop.db, async (tx) => {
      tx.afterCommit(() => {
        later = shop.sql`select 1`
      })
    })

    await expect(later).resolves.toBeTruthy()
  })

  it('runs effects after its commit, and never without one', async () => {
    const effects: string[] = []

    await inTransaction(shop.db, async (tx) => {
      tx.afterCommit(() => effects.push('committed'))
      effects.push('worked')
    })
    await inTransaction(shop.db, async (tx) => {
      tx.afterCommit(() => effects.push('rolled back'))
      throw new Error('no')
    }).catch(() => {})

    expect(effects).toEqual(['worked', 'committed'])
  })

  it.for(['40001', '40P01', '55P03'])('retries after error %s', async (code) => {
    let attempts = 0

    const result = await inTransaction(shop.db, async (tx) => {
      tx.afterCommit(() => {
        attempts += 10
      })
      if (++attempts < 3) await fail(code).execute(tx)
      return 'done'
    })

    expect(result).toBe('done')
    expect(attempts).toBe(13)
  })

  it('gives up after three attempts, and at once on any other error', async () => {
    const attempts: Record<string, number> = {}

    for (const code of ['40001', '23505']) {
      const work = inTransaction(shop.db, async (tx) => {
        attempts[code] = (attempts[code] ?? 0) + 1
        await fail(code).execute(tx)
      })
      await expect(work).rejects.toMatchObject({ code })
    }

    expect(attempts).toEqual({ 40001: 3, 23505: 1 })
  })
})

describeShop('a statement with retries', (shop) => {
  it.for([
    ['40001', 3],
    ['40P01', 3],
    ['55P03', 1],
    ['23505', 1],
  ] as const)('runs as often as it may when the database says %s: %i', async ([code, most]) => {
    let attempts = 0

    const work = withRetries(() => {
      attempts++
      return fail(code).execute(shop.db.run)
    })

    await expect(work).rejects.toMatchObject({ code })
    expect(attempts).toBe(most)
  })
})

function fail(code: string) {
  return sql.raw(`do $$ begin raise exception 'as asked' using errcode = '${code}'; end $$`)
}
