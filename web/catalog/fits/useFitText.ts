import type { FitCondition, FitRow } from '#contract/fits.ts'
import { leftToRight } from '#web/i18n/left-to-right.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { rangeText } from '../filters/range-text.ts'

/** What a row says: "Orvane One", "All models of Orvane One", "Devices with connector: USB-C". */
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
    const number = (value: number | null) => (value === null ? '' : leftToRight(`${value}`))
    const value = choice
      ? pick(choice, 'name')
      : isTrue === null
        ? `${min === max ? number(min) : rangeText(number(min), number(max), t)} ${pick(attribute, 'unit')}`.trim()
        : t(isTrue ? 'choice.yes' : 'choice.no')
    return `${pick(attribute, 'name')}: ${value}`
  }
}
