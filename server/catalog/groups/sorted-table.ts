/** What staff do with a table that they keep in an order of their own: brands, sub-categories, attributes. */
import type { Audited } from '#contract/admin.ts'
import { recordChange, recordEdit } from '../../audit/audit.ts'
import { type Database, type Handle, inTransaction, type Tx } from '../../platform/db/database.ts'
import { isDuplicate, isReferenced } from '../../platform/db/sql-errors.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../../platform/http/shop-error.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import * as store from './sorted-table.store.ts'

export interface SortedTable<Row, Form> {
  table: store.SortedTableName & Audited
  max: number
  /** What a form says of a row, for the audit log. */
  formOf(row: Row): Form
  /** All rows in display order. */
  findAll(db: Handle): Promise<Row[]>
  /** @returns the id. */
  insert(tx: Tx, form: Form): Promise<number>
  /** @returns the ids of the products whose pages it changes. */
  update(tx: Tx, before: Row, form: Form): Promise<readonly number[]>
  /** @throws ShopError `conflict` for what is still used. */
  remove(tx: Tx, row: Row): Promise<void>
}

/** More changed products than this are announced as a change of everything. */
const ANNOUNCED_MAX = 1000

export function createSortedRows<Row extends { id: number }, Form extends Record<string, unknown>>(
  db: Database,
  changes: CatalogChanges,
  { table, max, formOf, findAll, insert, update, remove }: SortedTable<Row, Form>,
) {
  /** One writer at a time, so that no two rows get the same position. */
  async function write<T>(
    work: (tx: Tx, before: Row[]) => Promise<{ answer: T; products: readonly number[] | 'all' }>,
    id: number | null = null,
  ): Promise<T> {
    return inTransaction(db, async (tx) => {
      await store.lockTable(tx, table)
      // What a product is being given is counted: its edit holds the row.
      if (id !== null) await store.lockRow(tx, table, id)
      const { answer, products } = await work(tx, await findAll(tx))
      tx.afterCommit(() =>
        changes.announce(
          products === 'all' || products.length > ANNOUNCED_MAX
            ? { what: 'everything' }
            : { what: 'products', ids: products },
        ),
      )
      return answer
    }).catch((error: unknown) => {
      if (isDuplicate(error)) throw invalid({ name: ['refusal.nameTaken'] })
      // A product got it while the change waited.
      if (isReferenced(error)) throw new ShopError('conflict', 'refusal.inUseNow')
      throw error
    })
  }

  const find = async (tx: Tx, id: number) => present(await findAll(tx), id)

  const entry = (caller: Caller, action: string, id: number | null) => ({
    actorId: caller.id,
    action,
    entity: table,
    entityId: id,
  })

  return {
    all: (): Promise<Row[]> => findAll(db.run),

    /** @throws ShopError `invalid`, `conflict` when the list is full. */
    create: (caller: Caller, form: Form): Promise<Row> =>
      write(async (tx, rows) => {
        if (rows.length >= max) {
          throw new ShopError('conflict', { id: 'refusal.listFull', values: { max } })
        }
        const id = await insert(tx, form)
        await recordChange(tx, { ...entry(caller, 'create', id), before: null, after: form })
        return { answer: await find(tx, id), products: [] }
      }),

    /** @throws ShopError `not_found`, `invalid`, `conflict` for a change that would lose values. */
    edit: (caller: Caller, id: number, form: Form): Promise<Row> =>
      write(async (tx, rows) => {
        const before = present(rows, id)
        let products: readonly number[] = []
        const record = { ...entry(caller, 'edit', id), before: formOf(before), after: form }
        await recordEdit(tx, record, async () => {
          products = await update(tx, before, form)
        })
        return { answer: await find(tx, id), products }
      }, id),

    /** @throws ShopError `not_found`, `conflict` when products have it. */
    remove: (caller: Caller, id: number): Promise<void> =>
      write(async (tx, rows) => {
        const before = present(rows, id)
        await remove(tx, before)
        await recordChange(tx, {
          ...entry(caller, 'delete', id),
          before: formOf(before),
          after: null,
        })
        return { answer: undefined, products: [] }
      }, id),

    /** @param ids every id of the list, once. @throws ShopError `invalid` for any other ids. */
    order: (caller: Caller, ids: readonly number[]): Promise<Row[]> =>
      write(async (tx, rows) => {
        const before = rows.map(({ id }) => id)
        const isSame = before.length === ids.length && before.every((id) => ids.includes(id))
        if (!isSame) throw invalid({ ids: ['refusal.listIncomplete'] })
        const record = {
          ...entry(caller, 'reorder', null),
          before: { ids: before },
          after: { ids },
        }
        await recordEdit(tx, record, () => store.setPositions(tx, table, ids))
        // Product pages show attributes in this order.
        return { answer: await findAll(tx), products: 'all' }
      }),
  }
}

/** @throws ShopError `conflict` when products have what should be removed. */
export function assertUnused({ products }: { products: number }): void {
  if (products > 0) {
    throw new ShopError('conflict', { id: 'refusal.inUse', values: { count: products } })
  }
}

function present<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound()
  return row
}
