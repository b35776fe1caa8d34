import type { Handle } from '../../platform/db/database.ts'
import { familyCheck } from '../families/check-families.ts'
import { findCombinations } from '../families/families.store.ts'
import type { Found } from './import-problems.ts'
import { keyIn, type Names } from './names.ts'
import type { ImportRow } from './read-row.ts'

/** Rows that their family would reject once all rows are applied; rows that lack one of its options are not checked. */
export async function refusedMembers(
  db: Handle,
  rows: readonly ImportRow[],
  { families, attributes }: Names,
): Promise<Found[]> {
  const byId = new Map([...families.values()].map((family) => [family.id, family]))
  const changed = new Set(rows.map(({ id }) => id))
  const add = familyCheck()
  for (const member of await findCombinations(db, [...byId.keys()])) {
    if (!changed.has(member.id)) add(member)
  }
  // Existing products first, as when the rows are applied: of two with the same options, the new one is rejected.
  const inOrder = [...rows].sort((a, b) => Number(a.id === null) - Number(b.id === null))
  return inOrder.flatMap((row) => {
    const family = row.family && byId.get(row.family)
    if (!family) return []
    const values = family.axes.flatMap((axis) => {
      const id = attributes.get(keyIn(family.category, axis))?.id
      const value = row.attributes?.values.find(({ attribute }) => attribute === id)
      return value ? [String(value.choice ?? value.number ?? value.is_true)] : []
    })
    if (values.length < family.axes.length) return []
    const { name } = row.values
    const sentence = add({ family: family.id, name, values })
    return sentence ? [{ row: row.row, field: 'family', sentence }] : []
  })
}
