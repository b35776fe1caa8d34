/**
 * Limits on unpaid orders, so that a few accounts can never use up the stock. The order statement checks them with the
 * database functions `unpaid_limit` (migration 0015) and `product_limit` (migration 0030).
 */
import { sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import type { Sentence } from '../platform/words/sentence.ts'

interface Holdings {
  /** Unpaid purchases; a purchase counts once, however many orders it has. */
  orders: number
  /** Units of all products combined. */
  units: number
}

/** One in `oneIn` of a product's units, but at least `least`; rounded up for `kept`, otherwise down. */
interface Share {
  oneIn: number
  least: number
}

interface ProductLimits {
  account: Share
  /** The share of all accounts at one IP address combined. */
  network: Share
  /**
   * The last units of a product: half of those on hand, at least `least`, but never the first `account.least`. An order
   * can take only one of them, and only if its network holds no other unpaid unit of the product. A customer who has
   * paid for an order before is exempt.
   */
  kept: Share
}

/** The limits in the format that the database expects. */
export interface UnpaidLimits {
  account: Holdings
  /** For an account with an unconfirmed email; null if the shop cannot send email. */
  unconfirmed: Holdings | null
  /** For all accounts at one IP address (`addressKey`) combined. */
  network: Holdings
  ofProduct: ProductLimits
  /** How many purchases an account may make per hour. */
  perHour: number
}

const UNCONFIRMED: Holdings = { orders: 2, units: 10 }
/**
 * A network's limits, as multiples of an account's: an office or a mobile carrier has many customers behind one IP
 * address, few of whom leave an order unpaid.
 */
const ACCOUNTS_PER_NETWORK = { orders: 10, units: 2 }
/** Of seven units, for example, five networks that never pay hold 2 + 1 + 1 + 1 + 1, so one unit is left. */
const OF_PRODUCT: ProductLimits = {
  account: { oneIn: 3, least: 2 },
  network: { oneIn: 2, least: 5 },
  kept: { oneIn: 2, least: 5 },
}
const PER_HOUR = 60

/** @param mails whether the shop can send the link that confirms an email address. */
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

export type UnpaidLimit = 'hour' | keyof typeof SENTENCES

/** Error messages, keyed by the result of the database function `unpaid_limit`. */
const SENTENCES = {
  orders: 'error.unpaidOrders',
  units: 'error.unpaidUnits',
  unconfirmed: 'error.unpaidUnconfirmed',
  network: 'error.unpaidNetwork',
  share: 'error.unpaidShare',
  kept: 'error.unpaidKept',
  neighbours: 'error.unpaidNeighbors',
} as const satisfies Record<string, Sentence>

export async function overLimit(
  db: Handle,
  customerId: number,
  limit: UnpaidLimit,
): Promise<ShopError> {
  if (limit !== 'hour') return new ShopError('unpaid_orders', SENTENCES[limit])
  return new ShopError('too_many', 'error.tooManyAttempts', {
    retryAfter: await secondsToWait(db, customerId),
  })
}

/** Seconds until the first purchase of the last hour is an hour old, at least 1. */
async function secondsToWait(db: Handle, customerId: number): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::integer as seconds
    from order_batch
    where user_id = ${customerId} and created_at > now() - interval '1 hour'`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}
