import type { AdminFits, FitChoices, FitsForm } from '#contract/admin.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Fit, FitRow, getFits } from '#contract/fits.ts'
import { recordChange } from '../../audit/audit.ts'
import { type Database, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { notFound, ShopError } from '../../platform/http/shop-error.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import { checkRows, idsNamed } from './check-rows.ts'
import * as store from './fits.store.ts'

export type Fits = ReturnType<typeof createFits>

export function createFits(db: Database, changes: Pick<CatalogChanges, 'announce'>) {
  return {
    check: (devices: readonly number[], accessories: readonly number[]): Promise<Fit[]> =>
      store.findAnswers(db.run, accessories, devices),

    /** What an accessory fits, or which accessories fit a device. @throws ShopError `not_found`. */
    async of(id: number): Promise<ReplyOf<typeof getFits>> {
      const subject = await store.findSubject(db.run, id)
      if (!subject || subject.deleted) throw notFound()
      if (!isAccessory(subject)) {
        return { rows: [], fits_only: false, ...(await store.findFitting(db.run, id)) }
      }
      const rows = await store.findRows(db.run, id)
      const shown = rows.filter((row) => row.isShown && !isEmpty(row))
      return { rows: shown, fits_only: subject.fits_only, accessories: [], total: 0 }
    },

    /** @throws ShopError `not_found`, also for a product that is not an accessory. */
    async forStaff(id: number): Promise<AdminFits> {
      const subject = await store.findSubject(db.run, id)
      if (!subject || subject.deleted || !isAccessory(subject)) throw notFound()
      return { ...subject, rows: await store.findRows(db.run, id) }
    },

    choices: (): Promise<FitChoices> => store.findChoices(db.run),

    edit: (caller: Caller, id: number, form: FitsForm): Promise<AdminFits> =>
      inTransaction(db, async (tx) => {
        const after = await editFits(tx, caller.id, id, form)
        tx.afterCommit(() => changes.announce({ what: 'products', ids: [id] }))
        return after
      }),
  }
}

/**
 * Replaces an accessory's compatibility rows.
 * @param version the version that was edited; undefined overwrites any version.
 * @throws ShopError `not_found`, also for a product that is not an accessory; `invalid` as in `checkRows`; `conflict`
 * if `version` is not the latest.
 */
export async function editFits(
  tx: Tx,
  actorId: number,
  id: number,
  { version, ...form }: Omit<FitsForm, 'version'> & { version?: number },
): Promise<AdminFits> {
  await store.lockProducts(tx, [id, ...idsNamed(form.rows)])
  const before = await store.findSubject(tx, id)
  if (!before || before.deleted || !isAccessory(before)) throw notFound()
  if (version !== undefined && before.version !== version) {
    throw new ShopError('conflict', 'error.productChanged', { version: before.version })
  }
  await checkRows(tx, form.rows)
  const was = await store.findRows(tx, id)
  await store.replaceRows(tx, id, form)
  const rows = await store.findRows(tx, id)
  await recordChange(tx, {
    actorId,
    action: 'fits',
    entity: 'product',
    entityId: id,
    before: { fits_only: before.fits_only, rows: was.map(toRecord) },
    after: { fits_only: form.fits_only, rows: rows.map(toRecord) },
  })
  return { ...before, version: before.version + 1, fits_only: form.fits_only, rows }
}

function isAccessory({ product }: Pick<AdminFits, 'product'>): boolean {
  return product.category === 'Accessories'
}

/** Whether the row has lost its family or conditions: a family, attribute or choice was deleted, or a unit changed. */
function isEmpty({ device, family, conditions }: FitRow): boolean {
  return !device && !family && conditions.length === 0
}

/** A row as stored in the audit log: short, and readable even after the device is deleted. */
function toRecord({ device, family, conditions }: FitRow): Record<string, unknown> {
  if (device) return { device: device.id, name: device.name }
  if (family) return { family: family.id, name: family.name }
  return {
    rule: conditions.map(({ attribute, choice, is_true, min, max }) => ({
      attribute: attribute.name,
      value: choice?.name ?? is_true ?? `${min ?? ''}..${max ?? ''}`,
    })),
  }
}
