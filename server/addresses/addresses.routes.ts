import * as contract from '#contract/addresses.ts'
import type { Api } from '../platform/http/api.ts'
import { COUNTRIES } from './address-formats.ts'
import type { Addresses } from './addresses.ts'

export function addressesRoutes(api: Api, addresses: Addresses): void {
  api.data(contract.listAddresses, ({ caller }) => addresses.list(caller))

  api.data(contract.addAddress, ({ caller, body }) => addresses.add(caller, body))

  api.data(contract.replaceAddress, ({ caller, params, body }) =>
    addresses.replace(caller, params.id, body),
  )

  api.data(contract.makeDefaultAddress, ({ caller, params }) =>
    addresses.makeDefault(caller, params.id),
  )

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
