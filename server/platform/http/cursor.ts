/**
 * Cursors for keyset pagination: strings that encode a position in a list and that clients send back to get the next
 * page.
 */
import { type RawBuilder, sql } from 'kysely'
import { invalid } from './shop-error.ts'

export type Key = string | number

/** A key of type `natural` is never below 0. */
type KeyType = 'number' | 'natural' | 'string'

type KeysOf<Types extends readonly KeyType[]> = {
  -readonly [I in keyof Types]: Types[I] extends 'string' ? string : number
}

/** @param list identifies the list and its sort order, so that cursors for a different list or order are rejected. */
export function writeCursor(list: string, keys: readonly Key[]): string {
  return Buffer.from(JSON.stringify([list, ...keys])).toString('base64url')
}

/**
 * @param types the types of the keys, in order.
 * @returns the keys encoded by `writeCursor`, or null if there is no cursor.
 * @throws ShopError `invalid` if the cursor does not belong to this list.
 */
export function readCursor<const Types extends readonly KeyType[]>(
  cursor: string | undefined,
  list: string,
  types: Types,
): KeysOf<Types> | null {
  return cursor ? readCursorOfAny(cursor, [list], types).keys : null
}

/**
 * Like `readCursor`, for a cursor from one of several lists.
 * @returns the cursor's list and keys.
 */
export function readCursorOfAny<List extends string, const Types extends readonly KeyType[]>(
  cursor: string,
  lists: readonly List[],
  types: Types,
): {
  list: List
  keys: KeysOf<Types>
} {
  try {
    const [of, ...keys] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const list = lists.find((known) => known === of)
    if (list && keys.length === types.length && keys.every((key, i) => isKey(key, types[i])))
      return { list, keys: keys as never }
  } catch {
    // An unreadable cursor is reported by the error below.
  }
  throw invalid({ cursor: ['error.foreignCursor'] })
}

/**
 * Whether the key has the type. Numbers must stay far below what would overflow a timestamp, and PostgreSQL cannot
 * store U+0000.
 */
function isKey(key: unknown, type: KeyType | undefined): boolean {
  if (type === 'natural' && (key as number) < 0) return false
  if (type !== 'string') return Number.isInteger(key) && Math.abs(key as number) < 1e16
  return typeof key === 'string' && !key.includes('\0')
}

/**
 * Trims rows to a page.
 * @param rows up to `limit` + 1 rows; the extra row indicates a next page.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  toCursor: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? toCursor(last) : null }
}

/** Converts a time to a key in whole microseconds, which a JavaScript `Date` would truncate. */
export function toMicros(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(extract(epoch from ${time}) * 1000000)::bigint`
}

export function fromMicros(key: number): RawBuilder<unknown> {
  return sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
}
