/** Converts an accessory's compatibility rows between form and wire format. */
import type { FitsForm } from '#contract/admin/fits.ts'
import type { FitRow } from '#contract/fits.ts'

/** A rule whose targets were deleted: staff remove it before they save. */
export function isEmpty({ device, family, conditions }: FitRow): boolean {
  return !device && !family && conditions.length === 0
}

/** A key that is equal for equivalent rows. */
export function keyOf({ device, family, conditions }: FitRow): string {
  if (device) return `device ${device.id}`
  if (family) return `family ${family.id}`
  const parts = conditions.map(({ attribute, choice, is_true: isTrue, min, max }) =>
    [attribute.id, choice?.id, isTrue, min, max].join(),
  )
  return `rule ${parts.sort().join(';')}`
}

interface Written {
  version: number
  fitsOnly: boolean
  rows: readonly FitRow[]
}

export function toForm({ version, fitsOnly, rows }: Written): FitsForm {
  return {
    version,
    fits_only: fitsOnly,
    rows: rows.map(({ device, family, conditions }) => {
      if (device) return { device: device.id }
      if (family) return { family: family.id }
      return {
        conditions: conditions.map(({ attribute, choice, ...values }) => ({
          attribute: attribute.id,
          choice: choice?.id ?? null,
          ...values,
        })),
      }
    }),
  }
}
