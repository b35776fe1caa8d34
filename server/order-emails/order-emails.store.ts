import { sql } from 'kysely'
import type { EmailKind } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import { isConfirmed } from '../accounts/confirmed.ts'
import { READS_ORDERS } from '../accounts/roles.ts'
import { toDeliveryAddress } from '../addresses/address-text.ts'
import { invoiceOf, numberOf, type StoredNumber } from '../invoices/invoice-number.ts'
import { hasEarlierParcel } from '../orders/cash-on-delivery.ts'
import { paidFee } from '../orders/order-money.ts'
import { CASH } from '../payments/providers.ts'
import { opaqueToPlanner } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import { readShopLook } from '../platform/db/shop-look.ts'
import { readShopZone } from '../platform/db/shop-zone.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import type { OrderFacts, ProductFacts } from './facts.ts'

export interface Reader {
  id: number
  username: string
  email: string
  locale: Locale
  /** Whether the account belongs to staff who may read orders. */
  isStaff: boolean
  isConfirmed: boolean
  isDemo: boolean
  isGuest: boolean
}

/**
 * @param asks whether the shop asks for confirmation of email addresses.
 * @returns the account; null if it is closed or disabled.
 */
export async function findReader(db: Handle, id: number, asks: boolean): Promise<Reader | null> {
  const { rows } = await sql<Reader>`
    select id, username, email, locale, ${READS_ORDERS} as "isStaff", demo as "isDemo",
      guest as "isGuest",
      ${isConfirmed(asks)} as "isConfirmed"
    from app_user where id = ${id} and disabled_at is null`.execute(db)
  return rows[0] ?? null
}

type OrderRow = Omit<OrderFacts, 'address' | 'invoice'> & {
  address: StoredAddress | null
  invoice: (StoredNumber & { id: number }) | null
}

/**
 * @param refunds the refunds that the email is about: `full` for refunds of the full remaining amount, or refund ids.
 * @returns the orders, sorted by id; an order with several of these refunds is repeated for each.
 */
export async function findOrderFacts(
  db: Handle,
  ids: readonly number[],
  refunds: 'full' | readonly number[] = [],
): Promise<OrderFacts[]> {
  const isMeant =
    refunds === 'full'
      ? sql`refund.kind = 'goods' and not refund.is_part and refund.units > 0`
      : sql`refund.id = any(${opaqueToPlanner(sql`${[...refunds]}::bigint[]`)}::bigint[])`
  const { rows } = await sql<OrderRow>`
    select orders.id, product_id as "productId", product_name as name, product_name_ar as name_ar,
      quantity, unit_price_cents as "priceCents", total_cents as "totalCents",
      orders.discount_cents as "discountCents",
      refunded_units as "refundedUnits", refunded_cents as "refundedCents",
      order_batch.delivery_cents as "feeCents",
      case when exists (
        select from orders other where other.batch_id = orders.batch_id and ${paidFee(sql`other.id`)}
      ) or ${hasEarlierParcel(sql`orders.batch_id`, sql`orders.parcel_id`)} then 0 else order_batch.delivery_cents end as "feeOwedCents",
      coalesce(fee.paid, 0)::bigint as "feePaidCents",
      coalesce(fee.returned, 0)::bigint as "feeReturnedCents",
      case when refund.id is not null then jsonb_build_object('cents', refund.amount_cents,
        'units', refund.units, 'reason', refund.reason, 'at', refund.created_at,
        'isCash', exists (
          select from payment where payment.id = refund.payment_id and provider = ${CASH}
        )) end as refund,
      orders.payment, paid_at as "paidAt", canceled_at as "canceledAt", delivery_address as address,
      ${invoiceOf(sql`orders.id`)} as invoice,
      carrier, tracking_number as "trackingNumber", tracking_url as "trackingUrl",
      username as "customerName", email as "customerEmail", order_batch.note
    from orders join app_user on app_user.id = user_id
      join order_batch on order_batch.id = batch_id
      cross join lateral (
        select sum(payment.delivery_cents) as paid,
          sum(payment.delivery_cents) filter (where delivery_returned_at is not null) as returned
        from payment where order_id = orders.id and payment.state in ('captured', 'refunded')
      ) fee
      left join refund on refund.order_id = orders.id and ${isMeant}
    where orders.id = any(${opaqueToPlanner(sql`${ids}::bigint[]`)}::bigint[])
    order by orders.id, refund.id`.execute(db)
  return rows.map(({ address, invoice, ...row }) => ({
    ...row,
    invoice: invoice && { id: invoice.id, number: numberOf(invoice) },
    address: address && toDeliveryAddress(address),
  }))
}

/** Omits deleted products. */
export async function findProductFacts(db: Handle, ids: readonly number[]) {
  const { rows } = await sql<ProductFacts>`
    select id, name, name_ar, on_hand - reserved as available from product
    where id = any(${ids}::bigint[]) and deleted_at is null order by id`.execute(db)
  return rows
}

export async function findShop(db: Handle) {
  return { shop: await readShopLook(db), timeZone: await readShopZone(db) }
}

export interface Switched {
  kind: EmailKind
  isOn: boolean
  changedAt: Date | null
}

/** @returns a switch for each kind of email that staff have ever switched; all other kinds are on. */
export async function findSwitches(db: Handle): Promise<Switched[]> {
  const { rows } = await sql<Switched>`
    select kind, is_on as "isOn", changed_at as "changedAt" from email_switch`.execute(db)
  return rows
}

export async function isSwitchedOff(db: Handle, kind: EmailKind): Promise<boolean> {
  const { rows } = await sql`
    select from email_switch where kind = ${kind} and not is_on`.execute(db)
  return rows.length > 0
}

/** Locks the switch of a kind of email. @returns whether the kind was on. */
export async function lockSwitch(tx: Handle, kind: EmailKind): Promise<boolean> {
  const { rows } = await sql<{ isOn: boolean }>`
    insert into email_switch as known (kind, is_on) values (${kind}, true)
    on conflict (kind) do update set is_on = known.is_on
    returning is_on as "isOn"`.execute(tx)
  return rows[0]?.isOn ?? true
}

export async function setSwitch(tx: Handle, kind: EmailKind, isOn: boolean): Promise<void> {
  await sql`
    update email_switch set is_on = ${isOn}, changed_at = now() where kind = ${kind}`.execute(tx)
}
