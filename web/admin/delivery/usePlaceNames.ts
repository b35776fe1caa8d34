import { useQueries } from '@tanstack/react-query'
import { formatQuery } from '#web/addresses/addresses.queries.ts'
import { useCountryName } from '#web/addresses/useCountries.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'

/**
 * @returns a function that names a place code such as `AE` or `AE-DU`. A region without a known name, or whose country
 * has not loaded yet, keeps its code.
 */
export function usePlaceNames(places: readonly string[]): (place: string) => string {
  const t = useT()
  const pick = useLocalized()
  const countryName = useCountryName()
  const countries = [...new Set(places.filter((place) => regionOf(place) !== '').map(countryOf))]
  const formats = useQueries({ queries: countries.map(formatQuery) })
  return (place) => {
    const country = countryName(countryOf(place))
    const code = regionOf(place)
    if (code === '') return country
    const format = formats[countries.indexOf(countryOf(place))]?.data
    const region = format?.regions.find((one) => one.code === code)
    return t('admin.placeInCountry', { region: region ? pick(region, 'name') : code, country })
  }
}

const countryOf = (place: string) => place.slice(0, 2)
const regionOf = (place: string) => place.slice(3)
