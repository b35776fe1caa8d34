/** A table that staff can export: the statement that reads its rows, and the content of each cell. */
import { type RawBuilder, sql } from 'kysely'
import type { ExportQuery } from '#contract/admin.ts'
import { LOCALE_CODES, type Locale } from '#contract/locale.ts'
import type { ServerMessageId } from '#contract/words/message-ids.ts'
import { all } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import { inBatches } from '../platform/db/in-batches.ts'

/** The period from which rows are exported; `to` is exclusive. */
export type Period = Pick<ExportQuery, 'from' | 'to'>

type Cell = string | number | null | undefined

/** A column of cells or of times. The heading of a time column has a `{zone}` placeholder. */
export type Column<Row> = { head: ServerMessageId } & (
  | { cell(row: Row, locale: Locale): Cell }
  | { at(row: Row): Date | null }
)

export interface RowsById<Row extends { id: number }> {
  id: RawBuilder<unknown>
  /** SQL expression for the time that must fall within the period; null if the period does not apply. */
  at: RawBuilder<unknown> | null
  /** @param next the condition that selects the next rows. */
  read(next: RawBuilder<unknown>, limit: number): RawBuilder<Row>
}

export interface ExportedRows<Row extends { id: number }> extends RowsById<Row> {
  columns: readonly Column<Row>[]
}

export function readAll<Row extends { id: number }>(
  db: Handle,
  { id, at, read }: RowsById<Row>,
  { from, to }: Period,
): AsyncGenerator<Row[]> {
  return inBatches(async (afterId, limit) => {
    const next = all([
      sql`${id} > ${afterId}::bigint`,
      ...(at && from !== undefined ? [sql`${at} >= ${from}::timestamptz`] : []),
      ...(at && to !== undefined ? [sql`${at} < ${to}::timestamptz`] : []),
    ])
    return (await read(next, limit).execute(db)).rows
  })
}

/** @returns a function that formats times in a time zone for spreadsheets, such as `2026-11-25 06:45:00`. */
export function timesIn(timeZone: string): (at: Date | null) => Cell {
  // The Swedish format is like ISO 8601, but with a space before the time.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (at) => at && format.format(at)
}

const COUNTRIES = new Map(
  LOCALE_CODES.map((code) => [code, new Intl.DisplayNames([code], { type: 'region' })]),
)

/** @param code ISO 3166-1 alpha-2; null if the country is unknown. */
export function countryCell(locale: Locale, code: string | null | undefined): Cell {
  return code && (COUNTRIES.get(locale)?.of(code) ?? code)
}
