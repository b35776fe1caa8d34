import { isDeepStrictEqual } from 'node:util'
import type { ImportChange } from '#contract/admin.ts'
import { IMPORT_CHANGES_MAX } from '#contract/limits.ts'
import type { Handle } from '../../platform/db/database.ts'
import { findEditable } from '../manage/product-writes.store.ts'
import { edited } from '../manage/product-writes.ts'
import { valuesFor } from './apply-rows.ts'
import { findExported } from './export.store.ts'
import { findKeyOfFamily } from './names.ts'
import { fitsCell } from './product-cells.ts'
import type { ImportRow } from './read-row.ts'

export interface Comparison {
  unchanged: number
  /** Old and new values for the first rows that change anything. */
  changes: ImportChange[]
  /** The rows with a price of 0 that add a product, or change one whose price was not 0. */
  free: Pick<ImportChange, 'row' | 'name'>[]
}

/** The number of products to read at a time, since descriptions are long. */
const BATCH = 500

export async function compareRows(db: Handle, rows: readonly ImportRow[]): Promise<Comparison> {
  const edits = rows.filter(({ id }) => id !== null)
  const keyOf = await findKeyOfFamily(db)
  const changes: ImportChange[] = []
  const freeBefore = new Set<number | null>()
  let unchanged = 0
  for (let from = 0; from < edits.length; from += BATCH) {
    const batch = new Map(edits.slice(from, from + BATCH).map((row) => [row.id, row]))
    const ids = [...batch.keys()].filter((id) => id !== null)
    const withFits = ids.filter((id) => batch.get(id)?.fits)
    const exported = new Map((await findExported(db, withFits)).map((one) => [one.id, one]))
    const products = new Map((await findEditable(db, ids)).map((one) => [one.id, one]))
    for (const [id, row] of batch) {
      const product = id !== null && products.get(id)
      if (!product) continue
      if (product.price_cents === 0) freeBefore.add(product.id)
      const fits = exported.get(product.id)
      const pictures = row.pictures?.flatMap(({ key, alt, alt_ar }) =>
        key === null ? [] : [{ key, alt, alt_ar }],
      )
      const after: Record<string, unknown> = {
        ...edited(product, valuesFor({ ...row, pictures }, product)),
        ...(row.family !== undefined && { family_id: row.family }),
        ...(row.pictures?.some(({ key }) => key === null) && {
          pictures: row.pictures.map(({ file }) => file),
        }),
        ...(fits && { fits: row.fitsCell, fits_only: row.fitsOnly }),
        ...(row.units !== 0 && { stock_change: row.units }),
      }
      const before: Record<string, unknown> = {
        ...product,
        ...(fits && { fits: fitsCell(fits.fits, keyOf), fits_only: fits.fits_only }),
      }
      const fields = Object.keys(after).filter(
        (name) => !isDeepStrictEqual(after[name], before[name]),
      )
      if (fields.length === 0) unchanged++
      else if (changes.length < IMPORT_CHANGES_MAX) {
        const pick = (from: Record<string, unknown>) =>
          Object.fromEntries(fields.map((name) => [name, from[name] ?? null]))
        changes.push({
          row: row.row,
          id: product.id,
          name: product.name,
          before: pick(before),
          after: pick(after),
        })
      }
    }
  }
  const free = rows
    .filter(({ id, values }) => values.price_cents === 0 && !freeBefore.has(id))
    .map(({ row, values }) => ({ row, name: values.name }))
  return { unchanged, changes, free }
}
