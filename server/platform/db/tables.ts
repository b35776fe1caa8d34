/** Row types of every table, kept in step with `migrations/`. Times are Date, ids are number. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Coupon, PaymentDifferenceKind } from '#contract/admin.ts'
import type { AttributeKind } from '#contract/attributes.ts'
import type { ShopNames } from '#contract/brand.ts'
import type { LegalPage } from '#contract/legal.ts'
import type { Category, Locale } from '#contract/locale.ts'
import type { Move, OrderState, WayToPay } from '#contract/order-moves.ts'
import type { Role } from '#contract/roles.ts'
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
  app_user: {
    id: GeneratedAlways<number>
    username: string
    email: string
    password_hash: string | null
    phone: string | null
    country: string | null
    city: string | null
    picture_key: string | null
    account_type: Generated<'customer' | 'admin'>
    role: Exclude<Role, 'owner'> | null
    locale: Generated<Locale>
    demo: Generated<boolean>
    guest: Generated<boolean>
    event_seq: Generated<number>
    disabled_at: Date | null
    deleted_at: Date | null
    email_confirmed_at: Date | null
    second_factor_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    search_text: GeneratedAlways<string>
  }
  session: {
    id: GeneratedAlways<number>
    token_hash: Uint8Array
    user_id: number
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    proved_at: Generated<Date>
    expires_at: Date
    revoked_at: Date | null
    api_name: string | null
    api_role: string | null
    user_agent: string | null
    address: string | null
    device: string | null
  }
  password_reset: {
    token_hash: Uint8Array
    user_id: number
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
    event_id: number | null
    email: string | null
  }
  identity: {
    issuer: string
    subject: string
    user_id: number
    created_at: Generated<Date>
  }
  google_flow: {
    cookie_hash: Uint8Array
    state: string
    nonce: string
    verifier: string
    expires_at: Date
  }
  staff_rules: {
    is_only: Generated<boolean>
    second_factor_required: Generated<boolean>
  }
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
  second_factor: {
    user_id: number
    secret: Uint8Array
    last_step: Generated<number>
  }
  recovery_code: {
    code_hash: Uint8Array
    user_id: number
  }
  passkey: {
    id: GeneratedAlways<number>
    user_id: number
    credential_id: string
    public_key: Uint8Array
    counter: number
    transports: string[]
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  passkey_challenge: {
    holder: string
    user_id: number
    challenge: string
    expires_at: Date
  }
  sign_in_challenge: {
    token_hash: Uint8Array
    user_id: number
    expires_at: Date
  }
  google_code: {
    code_hash: Uint8Array
    cookie_hash: Uint8Array
    user_id: number
    link_issuer: string | null
    link_subject: string | null
    expires_at: Date
  }
  email_change: {
    id: GeneratedAlways<number>
    user_id: number
    old_email: string
    new_email: string
    created_at: Generated<Date>
    expires_at: Date
    confirmed_at: Date | null
    undone_at: Date | null
    old_confirmed: Generated<boolean>
  }
  email_change_token: { token_hash: Uint8Array; change_id: number; purpose: 'confirm' | 'undo' }
  email_confirmation: { token_hash: Uint8Array; user_id: number; email: string; expires_at: Date }
  guest_link: { token_hash: Uint8Array; user_id: number; created_at: Generated<Date> }
  installation: { is_only: Generated<boolean>; id: Generated<string> }
  sent_mail: { id: string; sent_at: Generated<Date> }
  email_step: {
    id: GeneratedAlways<number>
    step: string
    purchase_id: number | null
    order_id: number | null
    product_id: number | null
    refund_id: number | null
    at: Generated<Date>
  }
  email_switch: { kind: string; is_on: boolean; changed_at: Date | null }
  webhook: {
    id: GeneratedAlways<number>
    url: string
    events: string[]
    secret: Uint8Array
    is_active: boolean
    failure: 'gone' | 'failing' | null
  }
  webhook_delivery: {
    id: GeneratedAlways<number>
    webhook_id: number
    message_id: Generated<string>
    event: string
    data: Json<Record<string, unknown>>
    at: Generated<Date>
    attempts: Generated<number>
    next_at: Generated<Date | null>
    held_until: Date | null
    delivered_at: Date | null
    status: number | null
    error: string | null
  }
  address: {
    id: GeneratedAlways<number>
    user_id: number
    name: string
    phone: string
    country: string
    region: string | null
    city: string | null
    lines: Json<string[]>
    postcode: string | null
    note: string | null
    is_default: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
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
  product: {
    id: GeneratedAlways<number>
    sku: string | null
    category_id: number
    user_id: number
    seller: string
    seller_ar: Generated<string>
    name: string
    name_ar: string
    description: string
    description_ar: string
    price_cents: number
    compare_at_cents: number | null
    prior_cents: Generated<number | null>
    on_hand: Generated<number>
    reserved: Generated<number>
    sold: Generated<number>
    written_off: Generated<number>
    rating_sum: Generated<number>
    rating_count: Generated<number>
    rating_x100: GeneratedAlways<number>
    pictures: Json<StoredPicture[]>
    picture_key: GeneratedAlways<string | null>
    discount_permille: GeneratedAlways<number>
    specs: Json<StoredSpec[]>
    brand_id: number | null
    sub_category_id: number | null
    family_id: number | null
    fits_only: Generated<boolean>
    demo: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
  }
  family: {
    id: GeneratedAlways<number>
    category_id: number
    name: string
    name_ar: string
    demo: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  /** Of products that are not deleted. */
  family_rating: {
    product_id: number
    family_id: number
    category_id: number
    rating_sum: number
    rating_count: number
    rating_x100: GeneratedAlways<number>
  }
  family_axis: { family_id: number; category_id: number; attribute_id: number; position: number }
  fit: {
    id: GeneratedAlways<number>
    product_id: number
    device_id: number | null
    family_id: number | null
  }
  fit_condition: {
    fit_id: number
    attribute_id: number
    choice_id: number | null
    is_true: boolean | null
    min_number: number | null
    max_number: number | null
  }
  my_device: { user_id: number; product_id: number; is_mine: boolean; created_at: Generated<Date> }
  brand: {
    id: GeneratedAlways<number>
    name: string
    name_ar: Generated<string>
    logo: string | null
    position: number
    demo: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  sub_category: {
    id: GeneratedAlways<number>
    category_id: number
    name: string
    name_ar: string
    position: number
    demo: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  attribute: {
    id: GeneratedAlways<number>
    category_id: number
    name: string
    name_ar: string
    kind: AttributeKind
    unit: Generated<string>
    unit_ar: Generated<string>
    is_filter: Generated<boolean>
    is_compared: Generated<boolean>
    position: number
    demo: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  attribute_choice: {
    id: GeneratedAlways<number>
    attribute_id: number
    name: string
    name_ar: string
    swatch: string | null
    position: number
  }
  product_attribute: {
    product_id: number
    attribute_id: number
    kind: AttributeKind
    number: number | null
    is_true: boolean | null
    choice_id: number | null
    text: string | null
    text_ar: string | null
  }
  rating: {
    user_id: number
    product_id: number
    stars: number
    created_at: Generated<Date>
    updated_at: Generated<Date>
    counted: Generated<boolean>
  }
  opening_figures: { product_id: number; sold: number; rating_count: number; rating_sum: number }
  cart_item: {
    user_id: number
    product_id: number
    quantity: Generated<number>
    is_read: Generated<boolean>
    added_at: Generated<Date>
    added_cents: number | null
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
  coupon: {
    id: GeneratedAlways<number>
    code: string
    kind: StoredCoupon['kind']
    percent: number | null
    amount_cents: number | null
    starts_at: Date | null
    ends_at: Date | null
    least_cents: number | null
    categories: string[] | null
    product_ids: Json<number[]> | null
    max_uses: number | null
    max_uses_per_customer: number | null
    uses: Generated<number>
    is_active: Generated<boolean>
    deleted_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
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
  second_currency: {
    id: Generated<boolean>
    currency: string
    rate: string
    rate_date: Date
    digits: number
    shop_digits: number
  }
  invoice_series: {
    series: 'invoice' | 'credit' | 'demo' | 'test'
    year: number
    last: number
  }
  invoice: {
    id: GeneratedAlways<number>
    series: 'invoice' | 'credit' | 'demo' | 'test'
    year: number
    number: number
    charge_id: string | null
    refund_id: number | null
    corrects_id: number | null
    purchase_id: number
    user_id: number
    payment_ids: string[]
    issued_at: Date
    body: Json<StoredInvoice>
    total_cents: number
    tax_cents: number
    tax_country: string | null
  }
  coupon_customer: {
    coupon_id: number
    user_id: number
    uses: number
  }
  shipping_method: {
    id: GeneratedAlways<number>
    name: string
    name_ar: string
    places: string[] | null
    fee_cents: Generated<number>
    free_from_cents: number | null
    days_min: number | null
    days_max: number | null
    last_hour: number | null
    is_active: Generated<boolean>
    position: number
    deleted_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
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
  cash_on_delivery: {
    only_row: Generated<boolean>
    is_on: Generated<boolean>
    max_cents: number | null
    updated_at: Generated<Date>
  }
  order_history: {
    id: GeneratedAlways<number>
    order_id: number
    move: Move | 'place'
    from_state: OrderState | null
    to_state: OrderState
    actor: 'customer' | 'admin' | 'server'
    actor_id: number | null
    at: Generated<Date>
  }
  price_history: {
    product_id: number
    since: Date
    price_cents: number
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
  payment: {
    id: string
    order_id: number
    provider: string
    provider_ref: string | null
    amount_cents: number
    state: 'started' | 'authorized' | 'captured' | 'failed' | 'voided' | 'refunded' | 'review'
    charge_id: Generated<string>
    delivery_cents: Generated<number>
    delivery_returned_at: Date | null
    demo: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    checked_at: Date | null
  }
  refund: {
    id: GeneratedAlways<number>
    order_id: number
    payment_id: string
    amount_cents: number
    kind: 'goods' | 'delivery'
    units: Generated<number>
    is_part: Generated<boolean>
    reason: string | null
    actor_id: number | null
    created_at: Generated<Date>
  }
  provider_event: {
    id: string
    type: string
    body: string
    received_at: Generated<Date>
    applied_at: Date | null
  }
  outbox: {
    id: GeneratedAlways<number>
    topic: string
    user_id: number | null
    seq: number | null
    payload: Json<unknown>
    history_id: number | null
    attempts: Generated<number>
    available_at: Generated<Date>
    created_at: Generated<Date>
    done_at: Date | null
  }
  slide: {
    id: GeneratedAlways<number>
    title: string
    title_ar: string
    subtitle: Generated<string>
    subtitle_ar: Generated<string>
    cta: string
    cta_ar: string
    link: string
    picture_key: string
    picture_alt: Generated<string>
    picture_alt_ar: Generated<string>
    position: number
    is_active: Generated<boolean>
    demo: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  partner: {
    id: GeneratedAlways<number>
    name: string
    name_ar: string
    logo: string
    logo_ratio: Generated<number>
    link: string | null
    position: number
    is_active: Generated<boolean>
    demo: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  audit_entry: {
    id: GeneratedAlways<number>
    actor_id: number
    action: string
    entity: string
    entity_id: number | null
    before: Json<unknown> | null
    after: Json<unknown> | null
    at: Generated<Date>
    api_token: string | null
  }
  import_job: {
    id: GeneratedAlways<number>
    actor_id: number
    state: Generated<'running' | 'done' | 'stopped'>
    total: number
    done: Generated<number>
    created: Generated<number>
    updated: Generated<number>
    bad_rows: Generated<number>
    problems: Generated<Json<StoredProblem[]>>
    started_at: Generated<Date>
    updated_at: Generated<Date>
    file_hash: Buffer | null
    undo_state: 'running' | 'done' | 'stopped' | null
    undo_at: Date | null
    undone: Generated<number>
    kept: Generated<number>
    kept_rows: Generated<Json<unknown[]>>
  }
  import_row: {
    job_id: number
    row: number
    product_id: number
    is_done: boolean
    version: number | null
    before: Json<unknown> | null
    units: Generated<number>
  }
  scarce_product: { product_id: number; available: number }
  sales_by_product: {
    product_id: number
    day: Date
    placed: number
    paid: number
    refunded: number
    canceled: number
    units: number
    gross_cents: number
    refund_cents: number
  }
  sales_by_day: {
    day: Date
    category_id: number
    placed: number
    paid: number
    refunded: number
    canceled: number
    units: number
    gross_cents: number
    refund_cents: number
  }
  sales_window: { starts: Date; product_id: number; units: number; revenue_cents: number }
  sales_closed: { id: Generated<boolean>; through: Date }
  customer_sales: { user_id: number; orders: Generated<number>; spend_cents: Generated<number> }
  payment_difference: {
    id: GeneratedAlways<number>
    payment_id: string
    order_id: number | null
    kind: PaymentDifferenceKind
    ours_cents: number | null
    theirs_cents: number | null
    found_at: Generated<Date>
  }
  payment_comparison: {
    id: Generated<boolean>
    began_at: Date
    ended_at: Date | null
    payments: Generated<number>
  }
  new_picture: { key: string; kept_at: Generated<Date> }
  product_search: {
    product_id: number
    category_id: number
    price_cents: number
    rating_x100: number
    sold: number
    in_stock: boolean
    created_at: Date
    popularity: GeneratedAlways<number>
    name_words: number
    /** A tsvector as text. */
    words: string
    padding: Generated<string>
    family_id: number | null
  }
  search_word: {
    word: string
    products: number
    sound: GeneratedAlways<string>
    near: GeneratedAlways<string[]>
  }
  search_word_category: { word: string; category_id: number; products: number }
  category_count: { category_id: number; products: number }
  milestone: { name: string; at: Generated<Date> }
}
