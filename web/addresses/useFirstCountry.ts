import { useQuery } from '@tanstack/react-query'
import { addressesQuery, countriesQuery } from './addresses.queries.ts'
import { regionOf } from './region-of.ts'

/**
 * A new address's initial country: the default address's, else the shop's, else that of the browser's language if the
 * shop allows addresses there; empty if none is known.
 */
export function useFirstCountry(): string {
  const { data: addresses = [] } = useQuery(addressesQuery)
  const { data: countries } = useQuery(countriesQuery)
  const region = regionOf(navigator.language)
  const own = countries?.data.includes(region) ? region : ''
  return addresses[0]?.country ?? countries?.home ?? own
}
