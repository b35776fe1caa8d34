import { type RawBuilder, sql } from 'kysely'

/** Joins the conditions with `and`; true if there are none. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/**
 * Hides a value from the planner so that one plan works for all values. Planning a large query, such as a search, takes
 * as long as running it.
 */
export function opaqueToPlanner(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value})`
}

/** One condition per word of the search, requiring `column` (already folded by `fold_text`) to contain that word. */
export function containsWords(
  column: RawBuilder<unknown>,
  search: string | undefined,
): RawBuilder<unknown>[] {
  return wordsOf(search).map(
    (word) => sql`${column} like '%' || fold_text(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
}

function wordsOf(search: string | undefined): string[] {
  return (search ?? '').split(/\s+/).filter((word) => word !== '')
}

/** JSON for a jsonb column, which accepts neither unpaired surrogates nor NUL characters. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  )
}
