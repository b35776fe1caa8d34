/** Lets staff manage families of product variants. Each write shares a transaction with its audit entry. */
import type { AdminFamily, EditedFamily, FamiliesQuery, NewFamily } from '#contract/admin.ts'
import type { AuditAction } from '#contract/audit-kinds.ts'
import { recordChange, recordEdit } from '../../audit/audit.ts'
import { type Database, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalid, orNotFound, ShopError } from '../../platform/http/shop-error.ts'
import { inBothLanguages } from '../../platform/words/both-languages.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import { holdAttributes } from '../product-attributes.ts'
import { checkFamilies } from './check-families.ts'
import * as store from './families.store.ts'

export type Families = ReturnType<typeof createFamilies>

export function createFamilies(db: Database, changes: CatalogChanges) {
  return {
    list: (query: FamiliesQuery) => store.findFamilies(db.run, query),

    /** @throws ShopError `not_found`. */
    find: async (id: number): Promise<AdminFamily> =>
      orNotFound(await store.findFamily(db.run, id)),

    /** @throws ShopError `invalid` as in `checkForm` and `checkFamilies`. */
    create: (caller: Caller, form: NewFamily): Promise<AdminFamily> =>
      inTransaction(db, async (tx) => {
        const wanted = inBothLanguages(form, 'name')
        const members = await store.lockProducts(tx, wanted.products)
        await checkForm(tx, wanted, members, null)
        const id = await store.insertFamily(tx, wanted)
        await write(tx, id, wanted)
        await recordChange(tx, {
          ...entry(caller, 'create', id),
          before: null,
          after: { ...wanted },
        })
        tx.afterCommit(() => changes.announce({ what: 'products', ids: wanted.products }))
        return orNotFound(await store.findFamily(tx, id))
      }),

    /**
     * @throws ShopError `not_found`; `invalid` as in `create`, or if the category changes; `edited_meanwhile` if
     * `version` is not the latest.
     */
    edit: (caller: Caller, id: number, { version, ...form }: EditedFamily): Promise<AdminFamily> =>
      inTransaction(db, async (tx) => {
        const wanted = inBothLanguages(form, 'name')
        // Locks the products before their family, as product edits do, to prevent deadlocks.
        const concerned = [...new Set([...wanted.products, ...(await store.productsOf(tx, [id]))])]
        const members = await store.lockProducts(tx, concerned)
        const before = orNotFound((await store.lockFamilies(tx, [id]))[0])
        if (before.version !== version) {
          throw new ShopError('edited_meanwhile', 'error.familyChanged', {
            version: before.version,
          })
        }
        if (wanted.category !== before.category) {
          throw invalid({ category: ['error.familyCategory'] })
        }
        const chosen = members.filter((one) => wanted.products.includes(one.id))
        await checkForm(tx, wanted, chosen, id)
        const { id: _id, version: _version, ...fields } = before
        const after = { ...wanted, products: wanted.products.toSorted((a, b) => a - b) }
        await recordEdit(tx, { ...entry(caller, 'edit', id), before: fields, after }, () =>
          write(tx, id, wanted),
        )
        tx.afterCommit(() => changes.announce({ what: 'products', ids: concerned }))
        return orNotFound(await store.findFamily(tx, id))
      }),

    /** Deletes the family, but not its products. @throws ShopError `not_found`. */
    remove: (caller: Caller, id: number): Promise<void> =>
      inTransaction(db, async (tx) => {
        const products = await store.productsOf(tx, [id])
        await store.lockProducts(tx, products)
        const before = orNotFound((await store.lockFamilies(tx, [id]))[0])
        const { id: _id, version: _version, ...fields } = before
        await store.removeFamily(tx, id)
        await recordChange(tx, { ...entry(caller, 'delete', id), before: fields, after: null })
        tx.afterCommit(() => changes.announce({ what: 'products', ids: before.products }))
      }),
  }
}

async function write(tx: Tx, id: number, wanted: NewFamily): Promise<void> {
  await store.updateFamily(tx, id, wanted)
  await store.setProducts(tx, id, wanted.products)
  await checkFamilies(tx, [id], 'products')
}

/**
 * @param members the form's products that exist, locked.
 * @param id the family's id; null for a new family.
 * @throws ShopError `invalid` for axes or products that are not allowed in the family.
 */
async function checkForm(
  tx: Tx,
  { category, axes, products }: NewFamily,
  members: readonly store.LockedMember[],
  id: number | null,
): Promise<void> {
  const known = await holdAttributes(tx, axes)
  if (known.length < axes.length || known.some((axis) => axis.category !== category)) {
    throw invalid({ axes: ['error.axisUnknown'] })
  }
  const text = known.find(({ kind }) => kind === 'text')
  if (text) throw invalid({ axes: [{ id: 'error.axisText', values: { name: text.name } }] })
  const absent = products.find((product) => !members.some((one) => one.id === product))
  if (absent !== undefined) {
    throw invalid({ products: [{ id: 'error.productUnknown', values: { id: absent } }] })
  }
  for (const { name, category: own, family_id: family } of members) {
    if (own !== category) {
      throw invalid({
        products: [{ id: 'error.familyOtherCategory', values: { product: name } }],
      })
    }
    if (family !== null && family !== id) {
      throw invalid({ products: [{ id: 'error.familyTaken', values: { product: name } }] })
    }
  }
}

const entry = (caller: Caller, action: AuditAction, id: number) => ({
  actorId: caller.id,
  action,
  entity: 'family' as const,
  entityId: id,
})
