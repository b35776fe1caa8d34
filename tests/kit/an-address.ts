import type { AddressBody } from '#contract/addresses.ts'

/** A valid address in Dubai, as a customer would enter it. */
export const AN_ADDRESS: AddressBody = {
  name: 'Layla Noor',
  phone: '050 123 4567',
  country: 'AE',
  region: 'DU',
  lines: ['Al Wasl Road 12'],
}
