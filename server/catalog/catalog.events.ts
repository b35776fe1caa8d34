import { ADMIN_CHANNEL, STOCK_LOW } from '#contract/events.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { message } from '../platform/realtime/protocol.ts'
import type { Catalog } from './catalog.ts'

/** Outbox topic of a product that is low on stock; the payload is `{productId}`. */
export const STOCK_LOW_TOPIC = 'stock-low'

/** Notifies the staff, with the product as it is at that time. */
export function announceStockEvents(outbox: Outbox, catalog: Catalog): void {
  outbox.on(STOCK_LOW_TOPIC, (events) =>
    Promise.all(
      events.map(async ({ payload }) => {
        const { productId } = payload as { productId: number }
        const product = await catalog.product(productId).catch(goneMeanwhile)
        return product ? [message([ADMIN_CHANNEL], STOCK_LOW, product)] : []
      }),
    ),
  )
}

function goneMeanwhile(error: unknown): null {
  if (error instanceof ShopError) return null
  throw error
}
