/** SQL fragments for lists with many optional filters. */
import { type RawBuilder, sql } from 'kysely'

/** Joins the conditions with "and"; true if there are none. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/**
 * A value hidden from the planner, which could plan again for each value although the plan would be
 * the same: a search, or the facts of an email, takes as long to plan as to run.
 */
export function opaqueToPlanner(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value})`
}

/** Conditions: the folded text in `column` contains each word of the search. */
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

/** JSON for a jsonb column, which refuses unpaired surrogates. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  )
}
