import type { ShippingMethodForm } from '#contract/admin.ts'
import { findCountry } from '../addresses/address-formats.ts'
import { readPrice } from '../platform/http/read-amount.ts'
import { invalid } from '../platform/http/shop-error.ts'
import type { FieldSentences } from '../platform/words/sentence.ts'

/** The column values for a form. @throws ShopError `invalid` if an amount, place or number of days is invalid. */
export function readMethod({ fee, free_from, ...form }: ShippingMethodForm) {
  const errors = problemsOf(form)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    ...form,
    fee_cents: readPrice('fee', fee),
    free_from_cents: free_from === null ? null : readPrice('free_from', free_from),
  }
}

function problemsOf(form: Omit<ShippingMethodForm, 'fee' | 'free_from'>): FieldSentences {
  const { places, days_min: least, days_max: most, last_hour: lastHour } = form
  const errors: FieldSentences = {}
  const unknown = places?.find((place) => !isPlace(place))
  if (unknown) errors.places = [{ id: 'error.placeUnknown', values: { place: unknown } }]
  if ((least === null) !== (most === null) || (least !== null && most !== null && least > most)) {
    errors.days_max = ['error.daysRange']
  }
  if (lastHour !== null && least === null) errors.last_hour = ['error.lastHourWithoutDays']
  return errors
}

/** Whether the place is a country or one of its regions. Any region is accepted if the country has no region codes. */
function isPlace(place: string): boolean {
  const region = place.slice(3)
  const country = findCountry(place.slice(0, 2))
  if (!country) return false
  const { regions } = country.format
  return region === '' || regions.length === 0 || regions.some(({ code }) => code === region)
}
