/** Positions in lists that are read by keyset, page by page, as strings that clients send back. */
import { type RawBuilder, sql } from 'kysely'
import { invalid } from './shop-error.ts'

export type Key = string | number

/** A key of type `natural` is never below 0. */
type KeyType = 'number' | 'natural' | 'string'

type KeysOf<Types extends readonly KeyType[]> = {
  -readonly [I in keyof Types]: Types[I] extends 'string' ? string : number
}

/** @param list identifies the list and its sort order: a cursor of a different list or sort order is refused. */
export function writeCursor(list: string, keys: readonly Key[]): string {
  return Buffer.from(JSON.stringify([list, ...keys])).toString('base64url')
}

/**
 * @param types the types of the keys, in order.
 * @returns the keys that `writeCursor` wrote, or null if there is no cursor.
 * @throws ShopError `invalid` if the cursor is not from this list.
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
 * @returns the list that the cursor belongs to, and its keys.
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
    // The cursor is invalid: the error below says so.
  }
  throw invalid({ cursor: ['error.foreignCursor'] })
}

/**
 * Whether the key is of the type. Numbers must stay far below what would overflow a timestamp; PostgreSQL cannot store
 * U+0000.
 */
function isKey(key: unknown, type: KeyType | undefined): boolean {
  if (type === 'natural' && (key as number) < 0) return false
  if (type !== 'string') return Number.isInteger(key) && Math.abs(key as number) < 1e16
  return typeof key === 'string' && !key.includes('\0')
}

/**
 * Cuts rows to a page.
 * @param rows one row more than `limit` if there is a next page.
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

/** The key of a time: whole microseconds, which a JavaScript Date would truncate. */
export function toMicros(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(extract(epoch from ${time}) * 1000000)::bigint`
}

export function fromMicros(key: number): RawBuilder<unknown> {
  return sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
}
