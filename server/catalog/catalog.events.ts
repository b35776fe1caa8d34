import { Type } from 'typebox'
import { STOCK_LOW } from '#contract/events.ts'
import { Id } from '#contract/schema.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import { defineTopic } from '../platform/outbox/topics.ts'
import { message } from '../platform/realtime/protocol.ts'
import type { Catalog } from './catalog.ts'

export const STOCK_LOW_TOPIC = defineTopic('stock-low', Type.Object({ productId: Id }))

/** Notifies staff of low stock, describing the product as it is when the event is delivered. */
export function announceStockEvents(outbox: Outbox, catalog: Catalog): void {
  outbox.on(STOCK_LOW_TOPIC, (events) =>
    Promise.all(
      events.map(async ({ payload }) => {
        const product = await catalog.product(payload.productId).catch(goneMeanwhile)
        return product ? [message(STOCK_LOW, product)] : []
      }),
    ),
  )
}

function goneMeanwhile(error: unknown): null {
  if (error instanceof ShopError) return null
  throw error
}
