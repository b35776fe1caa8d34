/** On which terms a product is offered: what its delivery costs and takes, and the returns policy. */
import type { ShippingMethod } from '#contract/admin.ts'
import type { Product } from '#contract/catalog.ts'
import type { ShopConfig } from '#contract/shop.ts'

/** What it needs of a shipping method. */
export type ShippingTerms = Pick<
  ShippingMethod,
  'fee' | 'free_from' | 'places' | 'days_min' | 'days_max'
>

/** What an Offer of schema.org says of them; `methods` are those that are on. */
export function termsOf(
  { config, publicUrl }: { config: ShopConfig; publicUrl: string },
  { price }: Product,
  methods: readonly ShippingTerms[],
): object {
  const shipping = methods.map((method) => ({
    '@type': 'OfferShippingDetails',
    shippingRate: {
      ...{ '@type': 'MonetaryAmount', currency: config.currency },
      value: method.free_from !== null && price >= method.free_from ? 0 : method.fee,
    },
    ...(method.places && { shippingDestination: regionsOf(method.places) }),
    ...(method.days_min !== null &&
      method.days_max !== null && {
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          transitTime: {
            ...{ '@type': 'QuantitativeValue', unitCode: 'DAY' },
            ...{ minValue: method.days_min, maxValue: method.days_max },
          },
        },
      }),
  }))
  const returns = new URL('/legal/returns', publicUrl).href
  return {
    ...(shipping.length > 0 && { shippingDetails: shipping }),
    ...(config.legal.includes('returns') && {
      hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy', merchantReturnLink: returns },
    }),
  }
}

/** @param places countries (`AE`) and regions of a country (`AE-DU`). */
function regionsOf(places: readonly string[]): object[] {
  const byCountry = Map.groupBy(places, (place) => place.slice(0, 2))
  return [...byCountry].map(([country, all]) => {
    const regions = all.map((place) => place.slice(3))
    const isWhole = regions.includes('')
    return {
      ...{ '@type': 'DefinedRegion', addressCountry: country },
      ...(!isWhole && { addressRegion: regions }),
    }
  })
}
