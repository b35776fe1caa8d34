/** Shipping methods, edited by staff. */
import { type Static, Type } from 'typebox'
import { DELIVERY_DAYS_MAX, DELIVERY_NAME_MAX, DELIVERY_PLACES_MAX } from '../limits.ts'
import { Id, Nullable, Price, PriceInput } from '../schema.ts'
import { namesOf, versioned } from './shared.ts'
import { sortedListCalls } from './sorted-list.ts'

const Days = Nullable(Type.Integer({ minimum: 0, maximum: DELIVERY_DAYS_MAX }))

export const ShippingMethodForm = Type.Object({
  ...namesOf(DELIVERY_NAME_MAX),
  places: Nullable(
    Type.Array(Type.String({ pattern: '^[A-Z]{2}(-.{1,100})?$', examples: ['AE'] }), {
      minItems: 1,
      maxItems: DELIVERY_PLACES_MAX,
      uniqueItems: true,
      description:
        'country codes (`AE`) and regions prefixed with their country code (`AE-DU`); null for everywhere',
    }),
  ),
  fee: PriceInput,
  free_from: Nullable({
    ...PriceInput,
    exclusiveMinimum: 0,
    description: 'the item subtotal at or above which delivery is free; null if it is never free',
  }),
  days_min: Days,
  days_max: { ...Days, description: 'null, like `days_min`, if no delivery time is promised' },
  last_hour: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 23,
      description:
        "the cutoff hour in the shop's time zone: orders placed at or after it are treated as placed the next day; null for no cutoff",
    }),
  ),
  is_active: Type.Boolean(),
})
export type ShippingMethodForm = Static<typeof ShippingMethodForm>

export const ShippingMethod = Type.Object(
  {
    id: Id,
    ...ShippingMethodForm.properties,
    fee: Price,
    free_from: Nullable(Price),
    position: Type.Integer({ minimum: 0 }),
    ...versioned,
  },
  { title: 'ShippingMethod' },
)
export type ShippingMethod = Static<typeof ShippingMethod>

export const SHIPPING_METHOD_CALLS = sortedListCalls(
  'shipping-method',
  ShippingMethod,
  ShippingMethodForm,
  'methods',
  { stepUp: true },
)
