import { useQuery } from '@tanstack/react-query'
import type { DeliveryAddress } from '#contract/addresses.ts'
import { countriesQuery } from './addresses.queries.ts'
import { regionOf } from './region-of.ts'

/**
 * A new address's initial country: the default address's, else the shop's, else that of the browser's language if the
 * shop allows addresses there; empty if none is known.
 * @param addresses the customer's, the default one first
 */
export function useFirstCountry(addresses: readonly DeliveryAddress[] = []): string {
  const { data: countries } = useQuery(countriesQuery)
  const region = regionOf(navigator.language)
  const own = countries?.data.includes(region) ? region : ''
  return addresses[0]?.country ?? countries?.home ?? own
}
