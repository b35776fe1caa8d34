/** Lists the changes of an audit entry, field by field. Pure functions. */

export interface Change {
  field: string
  /** Null when the field had no value. */
  was: string | null
  is: string | null
}

/** Returns every field of the entry; amounts in cents are formatted as dollars. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const old = fieldsOf(before)
  const fresh = fieldsOf(after)
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return names.map((name) => ({
    field: name.replace(/_cents$/, ''),
    was: write(name, old[name]),
    is: write(name, fresh[name]),
  }))
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function write(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number' && name.endsWith('_cents')) return `$${(value / 100).toFixed(2)}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
