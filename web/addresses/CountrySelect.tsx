import { useQuery } from '@tanstack/react-query'
import { type Ref, useMemo } from 'react'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { Select } from '#web/ui/Field.tsx'
import { countriesQuery } from './addresses.queries.ts'
import { namedCountries } from './named-countries.ts'

interface CountrySelectProps {
  ref: Ref<HTMLSelectElement>
  value: string
  onChoose: (country: string) => void
  error: string | undefined
}

/** All countries by their names in the language of the page. */
export function CountrySelect({ ref, value, onChoose, error }: CountrySelectProps) {
  const t = useT()
  const locale = useLocale()
  const { data: codes = value === '' ? [] : [value] } = useQuery(countriesQuery)
  const countries = useMemo(() => namedCountries(codes, locale), [codes, locale])
  return (
    <Select
      ref={ref}
      label={t('address.country')}
      name="country"
      autoComplete="country"
      data-autofocus={value === '' || undefined}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
      error={error}
    >
      <option value="">{t('address.choose')}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
