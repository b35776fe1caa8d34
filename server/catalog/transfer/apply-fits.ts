/** Stores what an import's accessories fit, once all its products exist. */
import type { FitInput } from '#contract/admin.ts'
import type { FitRow } from '#contract/fits.ts'
import type { Handle } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import type { Fits } from '../fits/fits.ts'
import { RowRefused, reasonOf } from './apply-rows.ts'
import { findExported } from './export.store.ts'
import { findDevices } from './names.store.ts'
import { findKeyOfFamily } from './names.ts'
import { fitsCell } from './product-cells.ts'
import type { ImportRow } from './read-row.ts'
import type { FitsBefore } from './row-before.ts'
import type { RowFit } from './row-fits.ts'

/** Data for undoing a change to what an accessory fits. */
export interface FitsStored {
  row: number
  /** The product's version after the change. */
  version: number
  before: FitsBefore
}

/**
 * @param products product ids with their rows.
 * @returns the data for undoing the changes, and the rejected rows.
 */
export async function applyFits(
  db: Handle,
  caller: Caller,
  products: ReadonlyArray<{ id: number; row: Omit<ImportRow, 'pictures'> }>,
  fits: Fits,
): Promise<{ stored: FitsStored[]; refused: RowRefused[] }> {
  const refused: RowRefused[] = []
  const stored: FitsStored[] = []
  const keyOf = await findKeyOfFamily(db)
  for (const { id, row } of products) {
    const [before] = await findExported(db, [id])
    if (!before || !row.fits) continue
    const isSame =
      before.fits_only === row.fitsOnly && fitsCell(before.fits, keyOf) === row.fitsCell
    if (isSame) continue
    try {
      const { version, fits_only, rows: was } = await fits.forStaff(id)
      const rows = await toInputs(db, row.fits)
      const now = await fits.edit(caller, id, { version, fits_only: row.fitsOnly ?? false, rows })
      stored.push({
        row: row.row,
        version: now.version,
        before: { fits_only, rows: was.map(toInput) },
      })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      refused.push(new RowRefused(row.row, 'fits', reasonOf(error).sentence))
    }
  }
  return { stored, refused }
}

function toInput({ device, family, conditions }: FitRow): FitInput {
  if (device) return { device: device.id }
  if (family) return { family: family.id }
  return {
    conditions: conditions.map(({ attribute, choice, ...rest }) => ({
      attribute: attribute.id,
      choice: choice?.id ?? null,
      ...rest,
    })),
  }
}

async function toInputs(db: Handle, fits: readonly RowFit[]): Promise<FitInput[]> {
  const named = fits.flatMap((fit) => ('device' in fit ? [fit.device] : []))
  const devices = named.length > 0 ? await findDevices(db, named) : new Map<string, number>()
  return fits.map((fit) => ('device' in fit ? { device: devices.get(fit.device) ?? 0 } : fit))
}
