import { useT } from '#web/i18n/useI18n.ts'
import { Select } from '#web/ui/Field.tsx'
import { useCountries } from './useCountries.ts'

interface CountrySelectProps {
  value: string
  onChoose: (country: string) => void
}

/** All countries by their names in the language of the page. */
export function CountrySelect({ value, onChoose }: CountrySelectProps) {
  const t = useT()
  return (
    <Select
      label={t('address.country')}
      name="country"
      required
      autoComplete="country"
      data-autofocus={value === '' || undefined}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
      none={t('address.choose')}
      options={useCountries(value)}
    />
  )
}
