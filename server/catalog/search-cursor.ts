/** Where a page ended: the order it was in, and the key and id of its last product. */
import { invalid } from '../platform/http/shop-error.ts'

export interface Place {
  key: number
  id: number
}

export function writeCursor(order: string, { key, id }: Place): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString('base64url')
}

/**
 * @param orders that the list may be in.
 * @throws ShopError `invalid` for a cursor that no page of such a list handed out.
 */
export function readCursor<Order extends string>(
  cursor: string,
  orders: readonly Order[],
): Place & { order: Order } {
  try {
    const [of, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const order = orders.find((known) => known === of)
    if (order && isKey(key) && isKey(id)) return { order, key, id }
  } catch {
    // Falls through to the refusal: a cursor is either ours or it is not.
  }
  throw invalid({ cursor: ['This cursor does not belong to this list.'] })
}

/** Below 2^53, and far below what would overflow a timestamp. */
function isKey(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e16
}
