import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale } from '#web/i18n/useI18n.ts'
import { countriesQuery } from './addresses.queries.ts'

interface Country {
  /** The country's code. */
  value: string
  /** The country's name. */
  text: string
}

/** All countries for a select, sorted by name. Until they have loaded, just `known`; nothing if that is empty. */
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

/** @returns a function that names a country in the page's language. */
export function useCountryName(): (code: string) => string {
  const locale = useLocale()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return (code) => names.of(code) ?? code
  }, [locale])
}
