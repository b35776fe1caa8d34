/** The audit log of staff changes: one entry for each write, in the same transaction. */
import { isDeepStrictEqual } from 'node:util'
import type { Handle } from '../platform/db/database.ts'
import { type AuditRecord, type Fields, insertEntries } from './audit.store.ts'

/** Writes an entry unchanged. */
export async function recordChange(tx: Handle, record: AuditRecord): Promise<void> {
  await insertEntries(tx, [record])
}

/** The same for many changes made together. */
export async function recordChanges(tx: Handle, records: readonly AuditRecord[]): Promise<void> {
  await insertEntries(tx, records)
}

/**
 * Makes an edit and logs the fields that differ; does neither when none differs.
 * @param edit makes the edit. @returns whether any field differs.
 */
export async function recordEdit(
  tx: Handle,
  record: AuditRecord & { before: Fields; after: Fields },
  edit: () => Promise<void>,
): Promise<boolean> {
  const changed = Object.keys(record.after).filter(
    // The database stores the keys of JSON in its own order.
    (name) => !isDeepStrictEqual(record.before[name], record.after[name]),
  )
  if (changed.length === 0) return false
  await edit()
  await recordChange(tx, {
    ...record,
    before: pick(record.before, changed),
    after: pick(record.after, changed),
  })
  return true
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}
