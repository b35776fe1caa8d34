import type { Address, AddressBody } from '#contract/addresses.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request } from '#web/api/request.ts'

/** The user's addresses, the default first. */
export const addressesQuery = load(['addresses'], 'GET /api/user/addresses', {}, 'data')

/** The codes of the countries allowed in addresses, and of the shop's own country. */
export const countriesQuery = {
  ...load(['countries'], 'GET /api/user/addresses/countries', {}),
  staleTime: Number.POSITIVE_INFINITY,
}

export const formatQuery = (country: string) => ({
  ...load(
    ['address-format', country],
    'GET /api/user/addresses/format',
    { query: { country } },
    'data',
  ),
  enabled: country !== '',
  staleTime: Number.POSITIVE_INFINITY,
})

/** @param id the address to replace; null adds one. */
export async function saveAddress(id: number | null, body: AddressBody): Promise<Address> {
  const { data } = await (id === null
    ? request('POST /api/user/addresses', { body })
    : request('PUT /api/user/addresses/{id}', { params: { id }, body }))
  await reloadAddresses()
  return data
}

export async function makeDefault(id: number): Promise<void> {
  await request('POST /api/user/addresses/{id}/default', { params: { id } })
  await reloadAddresses()
}

/** Deletes an address; succeeds even if it no longer exists. */
export async function removeAddress(id: number): Promise<void> {
  try {
    await request('DELETE /api/user/addresses/{id}', { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  await reloadAddresses()
}

export function reloadAddresses(): Promise<void> {
  return queryClient.invalidateQueries(addressesQuery)
}
