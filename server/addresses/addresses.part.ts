import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { addressesRoutes } from './addresses.routes.ts'
import { createAddresses } from './addresses.ts'

export function createAddressesPart({ db }: { db: Database }) {
  const addresses = createAddresses(db)
  return {
    homeCountry: addresses.homeCountry,
    ofCustomer: { addressesOf: addresses.list },
    routes: (api: Api): void => addressesRoutes(api, addresses),
  }
}
