import type { AddressFormat } from '#contract/addresses.ts'
import { useLocale, useLocalized } from '#web/i18n/useI18n.ts'

/** The options of a region select, sorted by name. */
export function useRegions(regions: AddressFormat['regions'] = []) {
  const pick = useLocalized()
  const { compare } = new Intl.Collator(useLocale())
  return regions
    .map((one) => ({ value: one.code, text: pick(one, 'name') }))
    .sort((one, other) => compare(one.text, other.text))
}
