/** Counts attempts per key and time window in the database, so that all processes share the count. */
import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '../db/database.ts'
import { ShopError } from './shop-error.ts'

export interface Limit {
  attempts: number
  windowSeconds: number
}

/**
 * Counts an attempt.
 * @returns the error that refuses it, `too_many` with `retryAfter` in seconds, if the limit is exceeded; otherwise null.
 */
export async function refusalOf(db: Handle, key: string, limit: Limit): Promise<ShopError | null> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttle as t (key, count, resets_at)
    values (${key}, 1, now() + make_interval(secs => ${limit.windowSeconds}))
    on conflict (key) do update set
      count = case when t.resets_at <= now() then 1 else t.count + 1 end,
      -- A clock that was set back must not lengthen the wait.
      resets_at = case when t.resets_at <= now() then excluded.resets_at
        else least(t.resets_at, excluded.resets_at) end
    returning count, ceil(extract(epoch from resets_at - now()))::integer as wait`.execute(db)
  const { count, wait } = rows[0] ?? { count: 1, wait: 0 }
  if (count <= limit.attempts) return null
  return new ShopError('too_many', 'error.tooManyAttempts', { retryAfter: Math.max(1, wait) })
}

/** Counts an attempt. @throws ShopError as in `refusalOf`. */
export async function countAttempt(db: Handle, key: string, limit: Limit): Promise<void> {
  const refusal = await refusalOf(db, key, limit)
  if (refusal) throw refusal
}

/** An SQL condition that is true if the limit allows another attempt. Does not count one. */
export function isWithin(key: string, { attempts }: Limit): RawBuilder<unknown> {
  return sql`not exists (
    select from throttle where key = ${key} and count >= ${attempts} and resets_at > now())`
}

/** Counts an attempt. @returns whether the limit allows it. */
export async function isWithinLimit(db: Handle, key: string, limit: Limit): Promise<boolean> {
  return (await refusalOf(db, key, limit)) === null
}

/** Subtracts an attempt that turned out to be legitimate from the count. */
export async function releaseAttempt(db: Handle, key: string): Promise<void> {
  await sql`update throttle set count = count - 1 where key = ${key} and count > 0`.execute(db)
}

/** Resets a key's count after an attempt that shows that the caller is legitimate. */
export async function forgetAttempts(db: Handle, key: string): Promise<void> {
  await db.deleteFrom('throttle').where('key', '=', key).execute()
}
