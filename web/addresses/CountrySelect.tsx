import type { Ref } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Select } from '#web/ui/Field.tsx'
import { CountryOptions } from './CountryOptions.tsx'
import { useCountries } from './useCountries.ts'

interface CountrySelectProps {
  ref: Ref<HTMLSelectElement>
  value: string
  onChoose: (country: string) => void
  error: string | undefined
}

/** All countries by their names in the language of the page. */
export function CountrySelect({ ref, value, onChoose, error }: CountrySelectProps) {
  const t = useT()
  const countries = useCountries(value)
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
      <CountryOptions countries={countries} />
    </Select>
  )
}
