import type { Locale } from '#contract/locale.ts'
import type { CatalogChanges } from '../catalog/catalog-changes.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api, Caller } from '../platform/http/api.ts'
import { every, type Stop } from '../platform/jobs/every.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { createCashBook } from './cash-settings.ts'
import { createManageOrders } from './manage-orders.ts'
import { picturesOfOrders } from './order-pictures.ts'
import { ordersAdminRoutes } from './orders.admin-routes.ts'
import { announceOrderEvents } from './orders.events.ts'
import { ordersRoutes } from './orders.routes.ts'
import type { OrdersSettings } from './orders.settings.ts'
import { createOrders } from './orders.ts'
import { createParcels } from './parcels.ts'
import { findNotesOf } from './purchase-facts.ts'
import { rollUpDays } from './sales.ts'
import { timeToPay } from './time-to-pay.ts'

const CONFIRM_EVERY_MS = 1_000
const EXPIRE_EVERY_MS = 30_000
const ROLL_UP_DAYS_MS = 60_000

export interface OrdersPartNeeds {
  config: OrdersSettings
  db: Database
  changes: CatalogChanges
  /** The payment provider's minimum charge, in cents; 0 if there is none. */
  minimumCents(): number
  /** Sets the language of a customer's emails. */
  setLocale(caller: Caller, locale: Locale): Promise<void>
  notify(): void
}

export function createOrdersPart({ config, db, changes, ...needs }: OrdersPartNeeds) {
  const { minimumCents, notify, setLocale } = needs
  const { unpaidLimits, addressRequired } = config
  const orders = createOrders(db, changes, unpaidLimits, { addressRequired, minimumCents, notify })
  const manageOrders = createManageOrders(db, changes, notify)
  const parcels = createParcels(db, notify)
  // Every order move announces a stock change, which starts the delivery of the move's event.
  changes.on(notify)

  return {
    verbs: { orders, manageOrders },
    ofCustomer: {
      ordersOf: orders.slices,
      notesOf: ({ id }: Caller) => findNotesOf(db.run, id),
      latestOrders: manageOrders.list,
    },
    picturesInUse: picturesOfOrders,

    routes(api: Api): void {
      ordersRoutes(api, orders, setLocale)
      ordersAdminRoutes(api, { orders: manageOrders, parcels, cash: createCashBook(db) })
    },

    events: (outbox: Outbox): void => announceOrderEvents(outbox, orders.eventsById),

    start(failed: (error: unknown) => void): Stop[] {
      const { autoConfirmAfter } = config.orderTimes
      const seconds = timeToPay(config)
      return [
        every(EXPIRE_EVERY_MS, () => orders.cancelUnpaid(seconds), failed),
        ...(autoConfirmAfter === null
          ? []
          : [every(CONFIRM_EVERY_MS, () => orders.confirmDue(autoConfirmAfter), failed)]),
        every(ROLL_UP_DAYS_MS, () => rollUpDays(db), failed),
      ]
    },
  }
}
