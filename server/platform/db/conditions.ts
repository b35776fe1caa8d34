/** Pieces of SQL that lists with many optional filters are put together from. */
import { type RawBuilder, sql } from 'kysely'

/** All of the conditions; true for none. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** For each word of the search, that the folded text in `column` contains it. */
export function containsWords(
  column: RawBuilder<unknown>,
  search: string | undefined,
): RawBuilder<unknown>[] {
  return wordsOf(search).map(
    (word) => sql`${column} like '%' || fold_text(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
}

export function wordsOf(search: string | undefined): string[] {
  return (search ?? '').split(/\s+/).filter((word) => word !== '')
}

/** JSON for a jsonb column, which refuses halves of surrogate pairs. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  )
}
