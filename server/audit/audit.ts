/** The audit log of staff changes: one entry for each write, in the same transaction. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Handle } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { type AuditRecord, type Fields, insertEntries } from './audit.store.ts'

/** Fields with the same value before and after are not logged. */
export async function recordChange(tx: Handle, ...records: AuditRecord[]): Promise<void> {
  await insertEntries(tx, records.map(withChanges))
}

function withChanges({ before, after, ...record }: AuditRecord): AuditRecord {
  if (!before || !after) return { ...record, before, after }
  const changed = changedFields(before, after)
  return { ...record, before: pick(before, changed), after: pick(after, changed) }
}

function changedFields(before: Fields, after: Fields): string[] {
  // A deep comparison, because the database reorders JSON keys.
  return Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
}

/** Adds a version to a record that staff can edit. The version changes whenever any of the fields does. */
export function versioned<Of extends object>(fields: Of): Of & { version: string } {
  return { ...fields, version: versionOf(fields) }
}

/** @param fields exactly the fields passed to `recordEdit` as `before`. */
export function versionOf(fields: object): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16)
}

interface AuditEdit extends AuditRecord {
  before: Fields
  after: Fields
  /** The version that the edit is based on; if undefined, the edit overwrites any version. */
  version?: string | undefined
}

/**
 * Makes an edit and logs the changed fields; does nothing if no field changes.
 * @returns whether any field changed.
 * @throws ShopError `edited_meanwhile` if the current version is not `version`.
 */
export async function recordEdit(
  tx: Handle,
  { version, ...record }: AuditEdit,
  edit: () => Promise<void>,
): Promise<boolean> {
  if (changedFields(record.before, record.after).length === 0) return false
  if (version !== undefined && version !== versionOf(record.before)) {
    throw new ShopError('edited_meanwhile', 'error.editedMeanwhile')
  }
  await edit()
  await recordChange(tx, record)
  return true
}

/** Like `recordEdit`, for shop-wide settings. */
export function recordSettings(
  tx: Handle,
  { id: actorId }: Pick<Caller, 'id'>,
  settings: Pick<AuditEdit, 'entity' | 'before' | 'after' | 'version'>,
  edit: () => Promise<void>,
): Promise<boolean> {
  return recordEdit(tx, { ...settings, actorId, action: 'edit', entityId: null }, edit)
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => name in fields).map((name) => [name, fields[name] ?? null]),
  )
}
