/** A demo shop's made-up history. Rows refer to each other by list index; times are in milliseconds since 1970. */
import type { Locale } from '#contract/locale.ts'
import type { Move, OrderState, WayToPay } from '#contract/order-moves.ts'
import type { StoredAddress } from '#server/platform/db/tables.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const HISTORY_DAYS = 90

export interface PastProduct {
  sku: string
  priceCents: number
  /** Units that can be ordered at the end of the history. */
  stock: number
  /** A weight, relative to the other products. */
  popularity: number
  addedAt: number
}

export interface PastCustomer {
  username: string
  email: string
  country: string
  city: string
  address: StoredAddress
  locale: Locale
  joinedAt: number
}

export interface PastMove {
  move: Move | 'place'
  from: OrderState | null
  to: OrderState
  actor: 'customer' | 'admin' | 'server'
  at: number
}

export interface PastOrder {
  batch: number
  customer: number
  product: number
  quantity: number
  moves: PastMove[]
  /** Whether the units of a refunded order came back unfit for sale. */
  isWrittenOff: boolean
}

export interface PastBatch {
  customer: number
  payment: WayToPay
  at: number
}

export interface PastStock {
  product: number
  order: number | null
  onHand: number
  reserved: number
  reason: 'initial' | 'restock' | 'reserve' | 'release' | 'sale' | 'return' | 'write_off'
  at: number
}

export interface PastRating {
  customer: number
  product: number
  stars: number
  at: number
}

export interface Past {
  /** The demo customer comes first. */
  customers: PastCustomer[]
  products: PastProduct[]
  batches: PastBatch[]
  orders: PastOrder[]
  stock: PastStock[]
  ratings: PastRating[]
}

export function stateOf({ moves }: PastOrder): OrderState {
  return moves.at(-1)?.to ?? 'pending'
}

/** When the order made this move; null if it did not. */
export function timeOf({ moves }: PastOrder, move: PastMove['move']): number | null {
  return moves.find((made) => made.move === move)?.at ?? null
}
