import { useT } from '#web/i18n/useI18n.ts'
import type { Country } from './useCountries.ts'

/** None, then the countries by their names. */
export function CountryOptions({ countries }: { countries: readonly Country[] }) {
  const t = useT()
  return (
    <>
      <option value="">{t('address.choose')}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  )
}
