import type { Address, AddressBody, AddressFormat } from '#contract/addresses.ts'
import { ADDRESSES_MAX } from '#contract/limits.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound, orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { findCountry } from './address-formats.ts'
import * as store from './addresses.store.ts'
import { checkAddress } from './check-address.ts'

export type Addresses = ReturnType<typeof createAddresses>

export function createAddresses(db: Database) {
  /**
   * Serializes changes to the caller's addresses.
   * @param work receives the number of addresses.
   * @throws ShopError `not_found` if the account was closed.
   */
  const changing = <T>(caller: Caller, work: (tx: Tx, count: number) => Promise<T>): Promise<T> =>
    inTransaction(db, async (tx) => {
      const count = orNotFound(await store.lockAddresses(tx, caller.id))
      return work(tx, count)
    })

  return {
    list: (caller: Caller): Promise<Address[]> => store.findAddresses(db.run, caller.id),

    /**
     * An account's first address becomes the default.
     * @throws ShopError `invalid`; `conflict` at `ADDRESSES_MAX`; `not_found` if the account was closed.
     */
    async add(caller: Caller, body: AddressBody): Promise<Address> {
      const address = checkAddress(body)
      return changing(caller, async (tx, count) => {
        if (count >= ADDRESSES_MAX) {
          throw new ShopError('conflict', {
            id: 'error.listFull',
            values: { max: ADDRESSES_MAX },
          })
        }
        return store.insertAddress(tx, caller.id, address, count === 0 || body.isDefault === true)
      })
    },

    /** @throws ShopError `invalid`, `not_found`. */
    async replace(caller: Caller, id: number, body: AddressBody): Promise<Address> {
      const address = checkAddress(body)
      return changing(caller, async (tx) => {
        const place = { userId: caller.id, id }
        return orNotFound(await store.updateAddress(tx, place, address, body.isDefault === true))
      })
    },

    /** @throws ShopError `not_found`. */
    makeDefault: (caller: Caller, id: number): Promise<Address> =>
      changing(caller, async (tx) => {
        return orNotFound(await store.makeDefault(tx, { userId: caller.id, id }))
      }),

    /** @throws ShopError `not_found`. */
    async remove(caller: Caller, id: number): Promise<void> {
      await changing(caller, async (tx) => {
        if (!(await store.deleteAddress(tx, { userId: caller.id, id }))) throw notFound()
      })
    },

    /** The code of the shop's home country; null if it cannot be determined. */
    homeCountry: () => store.findHomeCountry(db.run),

    /** @throws ShopError `not_found` for an unknown country. */
    formatOf(country: string): AddressFormat {
      return orNotFound(findCountry(country)).format
    },
  }
}
