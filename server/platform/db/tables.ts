/**
 * The copies that columns keep as JSON, and the row types of the tables that the query builder reads,
 * kept in step with `migrations/`. Times are Date, ids are number.
 */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Coupon } from '#contract/admin.ts'
import type { ShopNames } from '#contract/brand.ts'
import type { LegalPage } from '#contract/legal.ts'
import type { Category, Locale } from '#contract/locale.ts'
import type { OrderState, WayToPay } from '#contract/order-moves.ts'
import type { Visitors } from '#contract/shop.ts'

/** Written as JSON text, read as the parsed value. */
type Json<T> = ColumnType<T, string, string>

export interface StoredPicture {
  key: string
  alt: string
  alt_ar: string
}

export interface StoredSpec {
  key: string
  label: string
  label_ar: string
  value: string
  value_ar: string
}

/** The copy of an address that an order keeps; its region is a code where the country has them. */
export interface StoredAddress {
  name: string
  /** E.164 */
  phone: string
  country: string
  region: string | null
  city: string | null
  lines: string[]
  postcode: string | null
  note: string | null
}

/** The copy of a shipping method that a purchase keeps. */
export interface StoredDelivery {
  /** Of the shipping method. */
  id: number
  name: string
  name_ar: string
  fee_cents: number
  free_from_cents: number | null
  /** Promised when it was placed; null where nothing was. */
  days_min: number | null
  days_max: number | null
}

/** The copy of a coupon that a purchase keeps. */
export interface StoredCoupon {
  /** Of the coupon. */
  id: number
  code: string
  kind: Coupon['kind']
  percent: number | null
  amount_cents: number | null
  /** The least sum of the items; null for any, and in earlier purchases, which did not keep it. */
  least_cents?: number | null
}

/** The copies that an invoice keeps; amounts in cents. */
export interface StoredInvoice {
  /** Addresses are lines in one text. */
  seller: {
    name: string
    name_ar: string
    address: string
    address_ar: string
    tax_number: string | null
    /** ISO 3166-1 alpha-2; missing in those from before migration 0073. */
    country?: string | null
  }
  buyer: { name: string; email: string; address: StoredAddress | null }
  lines: Array<{
    order_id: number
    name: string
    name_ar: string
    quantity: number
    price_cents: number
    discount_cents: number
    /** Of a credit note: what went back of its units before; missing in those from before migration 0039. */
    refunded_before_cents?: number
    /** After both. */
    cents: number
  }>
  delivery_cents: number
  tax: { name: string; name_ar: string; basis_points: number } | null
  /** In which its day was counted; missing, for UTC, in those from before migration 0051. */
  time_zone?: string
  /** What the shop was called; missing, for Barq, in those from before migration 0055. */
  shop?: ShopNames
  /** Missing where none was set, and in those from before migration 0070. */
  second_currency?: StoredSecondCurrency
}

/** Of an invoice: the currency that its tax is stated in, too, with amounts in its smallest coin. */
export interface StoredSecondCurrency {
  currency: string
  digits: number
  rate: number
  /** Of the rate: `2026-11-28`. */
  date: string
  tax_cents: number
  total_cents: number
}

/** A problem of a row, or the number of problems not listed. */
export type StoredProblem = { row: number; field: string; reason: string } | { omitted: number }

export interface Tables {
  shop_rules: {
    is_only: Generated<boolean>
    low_stock: Generated<number>
    late_hours: Generated<number>
    is_closed: Generated<boolean>
    auto_confirm: Generated<boolean>
    pay_minutes: number | null
    closed_text: Generated<string>
    closed_text_ar: Generated<string>
  }
  throttle: { key: string; count: number; resets_at: Date }
  category: {
    id: GeneratedAlways<number>
    name: Category
    name_ar: string
    tagline: Generated<string>
    tagline_ar: Generated<string>
    picture_key: string | null
    position: number
    title: Generated<string>
    title_ar: Generated<string>
  }
  order_batch: {
    id: GeneratedAlways<number>
    user_id: number
    idempotency_key: string | null
    body_hash: Uint8Array
    order_count: number
    created_at: Generated<Date>
    delivery_cents: Generated<number>
    delivery: Json<StoredDelivery> | null
    payment: Generated<WayToPay>
    note: string | null
    coupon_id: number | null
    coupon: Json<StoredCoupon> | null
    discount_cents: Generated<number>
    coupon_returned_at: Date | null
  }
  seller: {
    id: Generated<boolean>
    name: Generated<string>
    name_ar: Generated<string>
    address: Generated<string>
    address_ar: Generated<string>
    tax_number: string | null
    country: string | null
    updated_at: Generated<Date>
    invoices_since: Generated<Date>
  }
  tax_rate: {
    country: string
    name: string
    name_ar: string
    basis_points: number
  }
  orders: {
    id: GeneratedAlways<number>
    batch_id: number
    user_id: number
    product_id: number
    product_name: string
    product_name_ar: string
    picture_key: string | null
    quantity: number
    unit_price_cents: number
    total_cents: number
    refunded_units: Generated<number>
    refunded_cents: Generated<number>
    discount_cents: Generated<number>
    payment_method: Generated<string>
    delivery_method: Generated<string>
    state: Generated<OrderState>
    confirmed_at: Date | null
    paid_at: Date | null
    delivered_at: Date | null
    canceled_at: Date | null
    sent_at: Date | null
    parcel_id: number | null
    carrier: string | null
    tracking_number: string | null
    tracking_url: string | null
    hold_expires_at: Date | null
    prolonged: Generated<number>
    prolonged_until: Date | null
    network: string | null
    delivery_address: Json<StoredAddress> | null
    address_at: Date | null
    is_test: Generated<boolean>
    demo: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    payment: Generated<WayToPay>
  }
  shop_details: {
    only_row: Generated<boolean>
    phone: string | null
    email: string | null
    address: string | null
    address_ar: string | null
    privacy_url: string | null
    terms_url: string | null
    delivery_promise: string | null
    delivery_promise_ar: string | null
    facebook_url: string | null
    instagram_url: string | null
    youtube_url: string | null
    time_zone: string | null
    name: string | null
    name_ar: string | null
    tagline: string | null
    tagline_ar: string | null
    logo: string | null
    locale: Locale | null
    prior_prices: 'shown' | 'required' | null
    currency: string | null
    visitors: Visitors | null
    accent: string | null
    updated_at: Generated<Date>
  }
  legal_page: {
    page: LegalPage
    text: string
    text_ar: string
    updated_at: Generated<Date>
  }
  stock_ledger: {
    id: GeneratedAlways<number>
    product_id: number
    d_on_hand: Generated<number>
    d_reserved: Generated<number>
    reason: 'initial' | 'restock' | 'reserve' | 'release' | 'sale' | 'return' | 'write_off'
    order_id: number | null
    refund_id: number | null
    actor_id: number | null
    note: string | null
    at: Generated<Date>
  }
}
