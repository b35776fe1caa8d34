/** Compares the rows that list what an accessory fits, and converts them for saving. */
import type { FitInput } from '#contract/admin/fits.ts'
import type { FitRow } from '#contract/fits.ts'

/** Whether the row's family or all its conditions have been deleted; staff must remove the row before they save. */
export function isEmpty({ device, family, conditions }: FitRow): boolean {
  return !device && !family && conditions.length === 0
}

/** A key that equivalent rows share. */
export function keyOf({ device, family, conditions }: FitRow): string {
  if (device) return `device ${device.id}`
  if (family) return `family ${family.id}`
  const parts = conditions.map(({ attribute, choice, is_true: isTrue, min, max }) =>
    [attribute.id, choice?.id, isTrue, min, max].join(),
  )
  return `rule ${parts.sort().join(';')}`
}

export function toInput({ device, family, conditions }: FitRow): FitInput {
  if (device) return { device: device.id }
  if (family) return { family: family.id }
  return {
    conditions: conditions.map(({ attribute, choice, ...values }) => ({
      attribute: attribute.id,
      choice: choice?.id ?? null,
      ...values,
    })),
  }
}
