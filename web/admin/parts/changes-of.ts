import { AUDIT_FIELDS } from '#contract/audit-kinds.ts'

export interface Change {
  field: string
  /** Null if the field had no value; `is` likewise. */
  was: string | null
  is: string | null
}

/**
 * The changes to an audit entry's fields, except hidden fields and those that neither had nor have a value. The change
 * to a list contains only the removed and added elements, or the whole lists if only the order changed.
 * @param write formats a field's value; returns null if there is none
 */
export function changesOf(
  before: unknown,
  after: unknown,
  write: (field: string, value: unknown) => string | null,
): Change[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((field) => AUDIT_FIELDS[field]?.as !== 'hidden')
    .map((field) => {
      const [was, is] = differing(old[field], fresh[field])
      return { field, was: write(field, was), is: write(field, is) }
    })
    .filter(({ was, is }) => was !== null || is !== null)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function differing(old: unknown, fresh: unknown): [unknown, unknown] {
  if (!Array.isArray(old) || !Array.isArray(fresh)) return [old, fresh]
  const without = (list: unknown[], other: unknown[]) => {
    const known = new Set(other.map((one) => JSON.stringify(one)))
    return list.filter((one) => !known.has(JSON.stringify(one)))
  }
  const [was, is] = [without(old, fresh), without(fresh, old)]
  return was.length + is.length === 0 ? [old, fresh] : [was, is]
}
