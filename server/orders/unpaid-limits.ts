/**
 * What may be held without having been paid, so that a few accounts never empty a shelf. The
 * database judges it inside the statement that orders: `unpaid_limit` of migration 0015.
 */
import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import type { Sentence } from '../platform/words/sentence.ts'

interface Holdings {
  /** Requests to order. */
  orders: number
  /** Of all products together. */
  units: number
}

/** One in so many of a product's units, rounded down, and at least so many. */
interface Share {
  oneIn: number
  least: number
}

/** What may be held of one product. */
interface ProductLimits {
  account: Share
  /** Of all accounts of one address. */
  network: Share
  /**
   * Stays for others: of it a network gets one unit at a time, unless its customer has paid before.
   * It never takes from an account what that may have at least.
   */
  kept: Share
}

/** As the database reads it. */
export interface UnpaidLimits {
  account: Holdings
  /** Of an account whose e-mail is not confirmed; null where the shop cannot mail a link. */
  unconfirmed: Holdings | null
  /** Of all accounts of one address (`addressKey`). */
  network: Holdings
  ofProduct: ProductLimits
  /** Requests to order that an account may make, and cancel, within an hour. */
  perHour: number
}

const UNCONFIRMED: Holdings = { orders: 2, units: 10 }
/** An office or a carrier has many customers behind one address, few of whom leave an order unpaid. */
const ACCOUNTS_PER_NETWORK = { orders: 10, units: 2 }
/** Five networks that pay for nothing leave a unit of every product that had seven. */
const OF_PRODUCT: ProductLimits = {
  account: { oneIn: 3, least: 2 },
  network: { oneIn: 2, least: 5 },
  kept: { oneIn: 2, least: 5 },
}
const PER_HOUR = 60

/** @param mails whether the shop can mail the link that confirms an address. */
export function unpaidLimits(account: Holdings, mails: boolean): UnpaidLimits {
  const { orders, units } = account
  return {
    account,
    unconfirmed: mails
      ? {
          orders: Math.min(orders, UNCONFIRMED.orders),
          units: Math.min(units, UNCONFIRMED.units),
        }
      : null,
    network: {
      orders: orders * ACCOUNTS_PER_NETWORK.orders,
      units: units * ACCOUNTS_PER_NETWORK.units,
    },
    ofProduct: OF_PRODUCT,
    perHour: PER_HOUR,
  }
}

/** The one that an order would break. */
export type UnpaidLimit = 'hour' | keyof typeof SENTENCES

const SENTENCES = {
  orders: 'refusal.unpaidOrders',
  units: 'refusal.unpaidUnits',
  unconfirmed: 'refusal.unpaidUnconfirmed',
  network: 'refusal.unpaidNetwork',
  share: 'refusal.unpaidShare',
  kept: 'refusal.unpaidKept',
  neighbours: 'refusal.unpaidNeighbours',
} as const satisfies Record<string, Sentence>

/** What the customer is told. */
export async function overLimit(
  db: Handle,
  customerId: number,
  limit: UnpaidLimit,
): Promise<ShopError> {
  if (limit !== 'hour') return new ShopError('unpaid_orders', SENTENCES[limit])
  return new ShopError('too_many', 'refusal.tooManyAttempts', {
    retryAfter: await secondsToWait(db, customerId),
  })
}

/** Until the first order of the last hour is an hour old. */
async function secondsToWait(db: Handle, customerId: number): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::integer as seconds
    from order_batch
    where user_id = ${customerId} and created_at > now() - interval '1 hour'`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}
