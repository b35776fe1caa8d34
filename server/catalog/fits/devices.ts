import type { Device, SaidOfDevice } from '#contract/fits.ts'
import { DEVICES_MAX } from '#contract/limits.ts'
import { type Database, inTransaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/api.ts'
import { notFound, orNotFound, ShopError } from '../../platform/http/shop-error.ts'
import * as store from './devices.store.ts'

export type Devices = ReturnType<typeof createDevices>

export function createDevices(db: Database) {
  return {
    list: (caller: Caller): Promise<Device[]> => store.findDevices(db.run, caller.id),

    /**
     * For the data export: devices that the customer added, and bought devices that the customer removed. All bought
     * devices appear in the exported orders.
     */
    said: (caller: Caller): Promise<SaidOfDevice[]> => store.findSaid(db.run, caller.id),

    /**
     * Adds a device; adding it again moves it to the top of the list.
     * @throws ShopError `not_found` if the shop has no such device or the account was closed; `conflict` if the
     * customer has added `DEVICES_MAX` other devices.
     */
    add(caller: Caller, productId: number): Promise<void> {
      return inTransaction(db, async (tx) => {
        const others = orNotFound(await store.lockDevices(tx, caller.id, productId))
        // Inserted before the limit is checked, so that an unknown device is a 404 even at the limit; an error rolls it
        // back.
        if (!(await store.addDevice(tx, caller.id, productId))) throw notFound()
        if (others >= DEVICES_MAX) {
          throw new ShopError('conflict', {
            id: 'error.devicesMax',
            values: { max: DEVICES_MAX },
          })
        }
      })
    },

    /** @throws ShopError `not_found` if the customer neither added nor bought the device, or the account was closed. */
    remove(caller: Caller, productId: number): Promise<void> {
      return inTransaction(db, async (tx) => {
        orNotFound(await store.lockDevices(tx, caller.id, productId))
        const isForgotten = await store.forgetDevice(tx, caller.id, productId)
        const isDismissed = await store.dismissDevice(tx, caller.id, productId)
        if (!isForgotten && !isDismissed) throw notFound()
      })
    },
  }
}
