import type { FitCondition, FitRow } from '#contract/fits.ts'
import { leftToRight } from '#web/i18n/left-to-right.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'

/**
 * @returns a function that describes a row, such as "Orvane One", "All models of Orvane One" or "Devices with
 * connector: USB-C".
 */
export function useFitText(): (row: FitRow) => string {
  const t = useT()
  const pick = useLocalized()
  return ({ device, family, conditions }) => {
    if (device) return pick(device, 'name')
    if (family) return t('fits.family', { name: pick(family, 'name') })
    if (conditions.length === 0) return t('fits.lost')
    return t('fits.rule', { conditions: conditions.map(textOf).join(t('fits.and')) })
  }

  function textOf({ attribute, choice, is_true: isTrue, min, max }: FitCondition): string {
    const name = pick(attribute, 'name')
    if (choice) return `${name}: ${pick(choice, 'name')}`
    if (isTrue !== null) return `${name}: ${t(isTrue ? 'choice.yes' : 'choice.no')}`
    return `${name}: ${rangeOf(min, max)} ${pick(attribute, 'unit')}`.trim()
  }

  /**
   * Duplicates range-text.ts, because a shared file would add its name to the file list loaded on every first visit.
   */
  function rangeOf(min: number | null, max: number | null): string {
    const [from, to] = [leftToRight(`${min}`), leftToRight(`${max}`)]
    if (min === max) return from
    if (max === null) return t('list.rangeFrom', { from })
    return min === null ? t('list.rangeUpTo', { to }) : t('list.rangeBetween', { from, to })
  }
}
