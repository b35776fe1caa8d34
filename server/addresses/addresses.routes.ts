import * as contract from '#contract/addresses.ts'
import type { Api } from '../platform/http/api.ts'
import { COUNTRIES } from './address-formats.ts'
import type { Addresses } from './addresses.ts'

export function addressesRoutes(api: Api, addresses: Addresses): void {
  api.route(contract.listAddresses, async ({ caller }) => ({ data: await addresses.list(caller) }))

  api.route(contract.addAddress, async ({ caller, body }) => ({
    data: await addresses.add(caller, body),
  }))

  api.route(contract.replaceAddress, async ({ caller, params, body }) => ({
    data: await addresses.replace(caller, params.id, body),
  }))

  api.route(contract.makeDefaultAddress, async ({ caller, params }) => ({
    data: await addresses.makeDefault(caller, params.id),
  }))

  api.route(contract.deleteAddress, async ({ caller, params }) => {
    const { id } = params
    await addresses.remove(caller, id)
    return { message: 'Address deleted.', data: id }
  })

  api.route(contract.listCountries, async () => ({
    data: [...COUNTRIES],
    home: await addresses.homeCountry(),
  }))

  api.route(contract.getAddressFormat, async ({ query }) => ({
    data: addresses.formatOf(query.country),
  }))
}
