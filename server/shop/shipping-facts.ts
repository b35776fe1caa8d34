/** A product's delivery cost and time, in the vocabulary of schema.org. */
import type { DefinedRegion, OfferShippingDetails } from 'schema-dts'
import type { ShippingMethod } from '#contract/admin.ts'
import type { Product } from '#contract/catalog.ts'
import type { ShopConfig } from '#contract/shop.ts'

export type ShippingTerms = Pick<
  ShippingMethod,
  'fee' | 'free_from' | 'places' | 'days_min' | 'days_max'
>

/**
 * The shipping details of an Offer. Search engines require a destination and a time, so worldwide methods and methods
 * without days are omitted.
 * @param methods the active shipping methods.
 */
export function shippingOf(
  { currency }: ShopConfig,
  { price }: Product,
  methods: readonly ShippingTerms[],
): OfferShippingDetails[] {
  return methods.flatMap(({ fee, free_from, places, days_min, days_max }) => {
    if (places === null || days_min === null || days_max === null) return []
    const value = free_from !== null && price >= free_from ? 0 : fee
    return {
      '@type': 'OfferShippingDetails' as const,
      shippingRate: { '@type': 'MonetaryAmount' as const, currency, value },
      shippingDestination: regionsOf(places),
      deliveryTime: {
        '@type': 'ShippingDeliveryTime' as const,
        transitTime: {
          '@type': 'QuantitativeValue' as const,
          unitCode: 'DAY',
          minValue: days_min,
          maxValue: days_max,
        },
      },
    }
  })
}

/** @param places countries (`AE`) and regions of a country (`AE-DU`). */
function regionsOf(places: readonly string[]): DefinedRegion[] {
  const byCountry = Map.groupBy(places, (place) => place.slice(0, 2))
  return [...byCountry].map(([country, all]) => {
    const regions = all.map((place) => place.slice(3))
    const isWhole = regions.includes('')
    return {
      '@type': 'DefinedRegion',
      addressCountry: country,
      ...(!isWhole && { addressRegion: regions }),
    }
  })
}
