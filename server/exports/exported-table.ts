/** A table that staff export: the statement that reads it, and what each cell shows. */
import { type RawBuilder, sql } from 'kysely'
import type { ExportQuery } from '#contract/admin.ts'
import { LOCALE_CODES, type Locale } from '#contract/locale.ts'
import { fromCents } from '#contract/money.ts'
import type { ServerMessageId } from '#contract/words/message-ids.ts'
import { all } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import { translate } from '../platform/words/translate.ts'

/** Times limit what is exported; the end is exclusive. */
export type Period = Pick<ExportQuery, 'from' | 'to'>

type Cell = string | number | null | undefined

export interface Column<Row> {
  head: ServerMessageId
  cell(row: Row, locale: Locale): Cell
}

/** Reads the next rows after this id. */
export type ReadNext<Row> = (
  db: Handle,
  period: Period,
  afterId: number,
  limit: number,
) => Promise<Row[]>

export interface ExportedRows<Row extends { id: number }> {
  columns: readonly Column<Row>[]
  readNext: ReadNext<Row>
}

/** Conditions on an id and a time, which the statement names. */
export function afterIn(
  { from, to }: Period,
  { id, at, afterId }: { id: RawBuilder<unknown>; at: RawBuilder<unknown>; afterId: number },
): RawBuilder<unknown> {
  return all([
    sql`${id} > ${afterId}::bigint`,
    ...(from === undefined ? [] : [sql`${at} >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${at} < ${to}::timestamptz`]),
  ])
}

/** As spreadsheets read a time, in UTC: `2026-11-25 06:45:00`. */
export const timeCell = (at: Date | null): Cell => at?.toISOString().slice(0, 19).replace('T', ' ')

/** Dollars. */
export const moneyCell = (cents: number): Cell => fromCents(cents)

/** A name in the reader's language. */
export function nameCell(
  locale: Locale,
  { name, name_ar }: { name: string; name_ar: string },
): Cell {
  return locale === 'ar' ? name_ar || name : name
}

const COUNTRIES = new Map(
  LOCALE_CODES.map((code) => [code, new Intl.DisplayNames([code], { type: 'region' })]),
)

/** @param code ISO 3166-1 alpha-2; null where no country is known. */
export function countryCell(locale: Locale, code: string | null | undefined): Cell {
  return code && (COUNTRIES.get(locale)?.of(code) ?? code)
}

/** A text of the catalogues. */
export const wordCell = (locale: Locale, id: ServerMessageId): Cell => translate(locale, id)
