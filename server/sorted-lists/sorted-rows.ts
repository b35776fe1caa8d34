/**
 * Lists that staff can edit: coupons, webhooks and, in an order set by staff, brands, subcategories, attributes,
 * slides, partners and shipping methods. Every change is in the audit log.
 */
import { sql } from 'kysely'
import type { EditOf, Versioned } from '#contract/admin.ts'
import type { AuditAction, Audited } from '#contract/audit-kinds.ts'
import { recordChange, recordEdit, versionOf } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction, type Tx } from '../platform/db/database.ts'
import { constraintOf, isDuplicate, isReferenced } from '../platform/db/sql-errors.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, orNotFound, ShopError } from '../platform/http/shop-error.ts'
import type { FieldSentences } from '../platform/words/sentence.ts'
import * as store from './sorted-rows.store.ts'

export { hideRow, insertRow, updateRow } from './sorted-rows.store.ts'

/** Ids of the products whose pages a change affects. */
export type AffectedProducts = readonly number[] | 'all'

export interface SortedTable<Row, Form> {
  /** The table, whose rows have `id` and `updated_at`, and `position` if staff put them in order. */
  table: Audited
  max: number
  /** Whether orders write to the table; if so, they wait only for changes to the same row, not to any row. */
  isUsedByOrders?: boolean
  /** The fields that determine a row's version and are logged when it is edited or deleted. */
  fieldsOf(row: Row): Record<string, unknown>
  /**
   * Converts the form to the values that are stored and logged.
   * @throws ShopError `invalid`
   */
  read?(form: Form): Form
  /** All rows in display order. */
  findAll(db: Handle): Promise<Row[]>
  /** @returns the id of the new row. */
  insert(tx: Tx, form: Form): Promise<number>
  /**
   * @param rows all rows before the change.
   * @returns the products that the change affects.
   * @throws ShopError `invalid`, `conflict`
   */
  update(tx: Tx, before: Row, form: Form, rows: readonly Row[]): Promise<AffectedProducts>
  /**
   * Checks and prepares a deletion.
   * @throws ShopError `conflict` if the row is still needed.
   */
  beforeRemove?(tx: Tx, row: Row, rows: readonly Row[]): Promise<void> | void
  /** Removes a row from the list; by default, the row is deleted. */
  takeOff?(tx: Tx, id: number): Promise<void>
  /** Runs after the commit of each change. */
  announce?(products: AffectedProducts): Promise<void> | void
  /**
   * The field errors of violated constraints, keyed by the constraint's name. Any other unique constraint is taken to
   * be about the row's name.
   */
  constraints?: Readonly<Record<string, FieldSentences>>
}

export type SortedRows<
  Row extends { id: number },
  Form extends Record<string, unknown>,
> = ReturnType<typeof createSortedRows<Row, Form>>

export function createSortedRows<Row extends { id: number }, Form extends Record<string, unknown>>(
  db: Database,
  {
    table,
    max,
    isUsedByOrders = false,
    fieldsOf,
    read = (form) => form,
    findAll,
    takeOff = (tx, id) => store.deleteRow(tx, table, id),
    announce,
    constraints = {},
    ...hooks
  }: SortedTable<Row, Form>,
) {
  /**
   * Lets only one writer change the list at a time, so that no two rows get the same position. If orders also write to
   * the table, only the changed row is locked.
   */
  async function write<T>(
    work: (tx: Tx, before: Row[]) => Promise<{ answer: T; products?: AffectedProducts }>,
    id: number | null = null,
  ): Promise<T> {
    return inTransaction(db, async (tx) => {
      if (!isUsedByOrders) await store.lockTable(tx, table)
      // Hooks count references to the row; transactions that add one lock the row, too, so the count stays valid.
      if (id !== null) await store.lockRow(tx, table, id)
      const { answer, products = [] } = await work(tx, await findAll(tx))
      tx.afterCommit(() => announce?.(products))
      return answer
    }).catch((error: unknown) => {
      const known = constraints[constraintOf(error) ?? '']
      if (known) throw invalid(known)
      if (isDuplicate(error)) throw invalid({ name: ['error.nameTaken'] })
      // A product started to use the row while the change was waiting.
      if (isReferenced(error)) throw new ShopError('conflict', 'error.inUseNow')
      throw error
    })
  }

  const versioned = (row: Row): Versioned<Row> => ({ ...row, version: versionOf(fieldsOf(row)) })
  const find = async (tx: Tx, id: number) => versioned(present(await findAll(tx), id))

  const entry = (caller: Caller, action: AuditAction, id: number | null) => ({
    actorId: caller.id,
    action,
    entity: table,
    entityId: id,
  })

  return {
    all: async (): Promise<Versioned<Row>[]> => (await findAll(db.run)).map(versioned),

    /** @throws ShopError `invalid`; `conflict` if the list is full. */
    create: (caller: Caller, form: Form): Promise<Versioned<Row>> =>
      write(async (tx, rows) => {
        if (rows.length >= max) {
          throw new ShopError('conflict', { id: 'error.listFull', values: { max } })
        }
        const after = read(form)
        const id = await hooks.insert(tx, after)
        await recordChange(tx, { ...entry(caller, 'create', id), before: null, after })
        return { answer: await find(tx, id) }
      }),

    /** @throws ShopError `not_found`, `invalid`, `edited_meanwhile`; `conflict` if the list's own rules forbid it. */
    edit: (
      caller: Caller,
      id: number,
      { version, ...form }: EditOf<Form>,
    ): Promise<Versioned<Row>> =>
      write(async (tx, rows) => {
        const before = present(rows, id)
        const after = read(form as unknown as Form)
        let products: AffectedProducts = []
        const record = { ...entry(caller, 'edit', id), before: fieldsOf(before), after, version }
        await recordEdit(tx, record, async () => {
          products = await hooks.update(tx, before, after, rows)
        })
        return { answer: await find(tx, id), products }
      }, id),

    /** @throws ShopError `not_found`; `conflict` if the row is still needed. */
    remove: (caller: Caller, id: number): Promise<void> =>
      write(async (tx, rows) => {
        const before = present(rows, id)
        await hooks.beforeRemove?.(tx, before, rows)
        await takeOff(tx, id)
        await recordChange(tx, {
          ...entry(caller, 'delete', id),
          before: fieldsOf(before),
          after: null,
        })
        return { answer: undefined }
      }, id),

    /**
     * @param ids every id of the list, once, in the new order.
     * @throws ShopError `invalid` for any other ids.
     */
    order: (caller: Caller, ids: readonly number[]): Promise<Versioned<Row>[]> =>
      write(async (tx, rows) => {
        const before = rows.map(({ id }) => id)
        const isSame = before.length === ids.length && before.every((id) => ids.includes(id))
        if (!isSame) throw invalid({ ids: ['error.listIncomplete'] })
        const record = {
          ...entry(caller, 'reorder', null),
          before: { ids: before },
          after: { ids },
        }
        await recordEdit(tx, record, () => store.setPositions(tx, table, ids))
        // All products, because a product's page lists its attributes in this order.
        return { answer: (await findAll(tx)).map(versioned), products: 'all' }
      }),
  }
}

/**
 * SQL expression for the position after the last row, for an insert.
 * @param isListed a condition that all rows of the list meet.
 */
export function nextPosition(table: Audited, isListed = sql`true`) {
  return sql`(select coalesce(max(position) + 1, 0) from ${sql.table(table)} where ${isListed})`
}

function present<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  return orNotFound(rows.find((one) => one.id === id))
}
