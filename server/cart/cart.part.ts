import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { announceCartEvents } from './cart.events.ts'
import { cartRoutes } from './cart.routes.ts'
import { createCart } from './cart.ts'

export function createCartPart({ db, notify }: { db: Database; notify(): void }) {
  const cart = createCart(db, notify)
  return {
    ofCustomer: { cartOf: cart.lines },
    moveTo: cart.moveTo,
    routes: (api: Api): void => cartRoutes(api, cart),
    events: (outbox: Outbox): void => announceCartEvents(outbox, cart.linesAt),
  }
}
