import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale } from '#web/i18n/useI18n.ts'
import { countriesQuery } from './addresses.queries.ts'

interface Country {
  value: string
  text: string
}

/**
 * The options of a country select, sorted by name. Until the countries load, the only option is `known`, unless empty.
 */
export function useCountries(known: string): Country[] {
  const locale = useLocale()
  const nameOf = useCountryName()
  const codes = useQuery(countriesQuery).data?.data ?? (known === '' ? [] : [known])
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    return codes
      .map((code) => ({ value: code, text: nameOf(code) }))
      .sort((one, other) => compare(one.text, other.text))
  }, [codes, locale, nameOf])
}

export function useCountryName(): (code: string) => string {
  const locale = useLocale()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return (code) => names.of(code) ?? code
  }, [locale])
}
