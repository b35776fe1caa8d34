import { setImmediate } from 'node:timers/promises'
import type { Handle } from '../../platform/db/database.ts'
import { familyCheck, type Member } from '../families/check-families.ts'
import { findCombinations } from '../families/families.store.ts'
import type { KnownProduct } from '../manage/product-writes.store.ts'
import { inOrder } from './apply-rows.ts'
import type { Found } from './import-problems.ts'
import { keyIn, type Names } from './names.ts'
import type { ImportRow } from './read-row.ts'

/** How many rows of an import to check before letting other requests run. */
export const ROWS_PER_TURN = 200

/**
 * Rows that their family would reject when the rows are applied, one after the other. Rows that bring a product into a
 * family without all of its options are not checked.
 */
export async function refusedMembers(
  db: Handle,
  rows: readonly ImportRow[],
  known: ReadonlyMap<number, KnownProduct>,
  names: Names,
): Promise<Found[]> {
  const changed = rows.flatMap(({ id }) => known.get(id ?? 0)?.family_id ?? [])
  const named = [...names.families.values()].map(({ id }) => id)
  const stored = await findCombinations(db, [...new Set([...changed, ...named])])
  const members = new Map(stored.map((member) => [member.id, member]))
  const { add, remove } = familyCheck()
  for (const member of stored) add(member)
  const after = memberAfter(names)
  const refused: Found[] = []
  for (const [index, row] of inOrder(rows).entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate()
    const before = members.get(row.id ?? 0)
    if (before) remove(before)
    const member = after(row, before, known.get(row.id ?? 0)?.axes)
    const sentence = member && add(member)
    if (!sentence) continue
    refused.push({ row: row.row, field: 'family', sentence })
    if (before) add(before)
  }
  return refused
}

/** @returns a function for the member that a row makes of a product; null if the product is then in no family. */
function memberAfter({ families, attributes }: Names) {
  const axesOf = new Map([...families.values()].map(({ id, axes }) => [id, axes]))
  return (row: ImportRow, before: Member | undefined, axesBefore: readonly string[] = []) => {
    const family = row.family === undefined ? before?.family : row.family
    if (!family) return null
    const { category, name } = row.values
    const axes = axesOf.get(family) ?? axesBefore
    const values = axes.flatMap((axis, at) => {
      const id = attributes.get(keyIn(category, axis))?.id
      const value = row.attributes?.values.find(({ attribute }) => attribute === id)
      if (value) return [String(value.choice ?? value.number ?? value.is_true)]
      return before?.family === family ? [before.values[at] ?? null] : []
    })
    return values.length < axes.length ? null : { family, name, values }
  }
}
