import type { AttributeValue } from '#contract/attributes.ts'
import { useLocalized, useT } from './useI18n.ts'

/** @returns a function that formats an attribute value, such as `256 GB`, `Blue` or `Yes`. */
export function useValueText(): (
  attribute: { unit: string; unit_ar: string },
  value: AttributeValue,
) => string {
  const t = useT()
  const pick = useLocalized()
  return (attribute, { number, is_true: isTrue, choice }) => {
    if (choice) return pick(choice, 'name')
    if (number !== null) return `${number} ${pick(attribute, 'unit')}`.trim()
    return t(isTrue ? 'choice.yes' : 'choice.no')
  }
}
