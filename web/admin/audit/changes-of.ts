/** What an entry of the audit says, field by field. Pure. */

export interface Change {
  field: string
  /** Null where there was nothing. */
  was: string | null
  is: string | null
}

/** Every field that the entry names; amounts in cents are written as money. */
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
