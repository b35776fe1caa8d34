/**
 * The entities, actions and fields that the audit log can record. The message ids are `admin.entity.<entity>` and
 * `admin.action.<action>`. Free of schemas, to keep them out of the browser bundle.
 */
import { EMAIL_KINDS } from './email-kinds.ts'
import { LEGAL_PAGES } from './legal.ts'
import type { PageMessageId } from './words/message-ids.ts'

export const AUDITED = [
  'product',
  'order',
  'parcel',
  'customer',
  'staff',
  'api_token',
  'webhook',
  'slide',
  'partner',
  'category',
  'email',
  'shipping_method',
  'coupon',
  'tax',
  'shop',
  'cash',
  'rules',
  'brand',
  'sub_category',
  'attribute',
  'family',
] as const
export type Audited = (typeof AUDITED)[number]

export const AUDIT_ACTIONS = [
  'create',
  'edit',
  'delete',
  'restore',
  'hide',
  'show',
  'reorder',
  'stock',
  'fits',
  'confirm',
  'send',
  'deliver',
  'undeliver',
  'cancel',
  'refund',
  'address',
  'take_cash',
  'disable',
  'enable',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Entities that values can reference by id: the audited ones and attribute choices. */
export const REFERRED = [...AUDITED, 'choice'] as const
export type Referred = (typeof REFERRED)[number]

/** How to format values that are not displayed as is. */
type Way = Referred | 'cents' | 'money' | 'moment' | 'picture' | 'places' | 'itself' | 'hidden'

export interface AuditField {
  word: PageMessageId
  /** `itself`: the ids refer to entities of the kind that the entry is about. */
  as?: Way
}

const hidden = { word: 'admin.none', as: 'hidden' } as const

/** Every field that can appear in an entry, including fields of objects in lists. */
export const AUDIT_FIELDS: Readonly<Record<string, AuditField>> = {
  // First, because the amount of a refund has the name of an email, and is shown as money.
  ...Object.fromEntries(
    EMAIL_KINDS.map((kind) => [kind, { word: `admin.email.${kind}` as const }]),
  ),
  id: hidden,
  position: hidden,
  picture: hidden,
  logo_ratio: hidden,
  name: { word: 'admin.name' },
  name_ar: { word: 'admin.nameAr' },
  is_active: { word: 'admin.field.is_active' },
  visibility: { word: 'admin.visibility' },
  ids: { word: 'admin.field.ids', as: 'itself' },
  // Products.
  sku: { word: 'admin.sku' },
  description: { word: 'admin.description' },
  description_ar: { word: 'admin.descriptionAr' },
  category: { word: 'admin.category' },
  seller: { word: 'admin.seller' },
  seller_ar: { word: 'admin.sellerAr' },
  price_cents: { word: 'admin.price', as: 'cents' },
  compare_at_cents: { word: 'admin.field.compare_at', as: 'cents' },
  specs: { word: 'product.specs' },
  pictures: { word: 'admin.pictures', as: 'picture' },
  brand_id: { word: 'admin.entity.brand', as: 'brand' },
  sub_category_id: { word: 'list.subCategory', as: 'sub_category' },
  family_id: { word: 'admin.family', as: 'family' },
  family: { word: 'admin.family', as: 'family' },
  attributes: { word: 'admin.attributes' },
  stock: { word: 'admin.stock' },
  on_hand: { word: 'admin.field.on_hand' },
  note: { word: 'admin.reason' },
  fits_only: { word: 'admin.fitsOnly' },
  rows: { word: 'admin.fitsRows' },
  // The next four are not recorded, but name fields of unsaved edits.
  price: { word: 'admin.price', as: 'money' },
  compare_at_price: { word: 'admin.field.compare_at', as: 'money' },
  brand: { word: 'admin.entity.brand', as: 'brand' },
  sub_category: { word: 'list.subCategory', as: 'sub_category' },
  // Brands, attributes and variant groups.
  logo: { word: 'admin.logo', as: 'picture' },
  kind: { word: 'admin.kind' },
  unit: { word: 'admin.unit' },
  unit_ar: { word: 'admin.unitAr' },
  factor: { word: 'admin.factor' },
  is_filter: { word: 'admin.isFilter' },
  is_compared: { word: 'admin.isCompared' },
  choices: { word: 'admin.choices' },
  axes: { word: 'admin.differences', as: 'attribute' },
  products: { word: 'admin.products', as: 'product' },
  product_ids: { word: 'admin.products', as: 'product' },
  // Orders, parcels and customers.
  state: { word: 'admin.field.state' },
  refunded: { word: 'admin.field.refunded', as: 'money' },
  units: { word: 'admin.field.units' },
  goodsBack: { word: 'admin.field.goodsBack' },
  paymentGivenUp: { word: 'admin.field.paymentGivenUp' },
  provider: { word: 'admin.field.provider' },
  carrier: { word: 'order.carrier' },
  tracking_number: { word: 'order.trackingNumber' },
  tracking_url: { word: 'admin.trackingUrl' },
  disabled: { word: 'admin.disabled' },
  role: { word: 'admin.role' },
  has_second_factor: { word: 'secondFactor.title' },
  second_factor_required: { word: 'admin.secondFactorRequired' },
  // Webhooks.
  url: { word: 'admin.webhookUrl' },
  events: { word: 'admin.webhookEvents' },
  // Coupons.
  code: { word: 'admin.couponCode' },
  percent: { word: 'admin.couponPercent' },
  amount: { word: 'admin.amount', as: 'money' },
  starts_at: { word: 'admin.couponBegin', as: 'moment' },
  ends_at: { word: 'admin.couponEnd', as: 'moment' },
  least: { word: 'admin.couponLeast', as: 'money' },
  categories: { word: 'admin.categories' },
  max_uses: { word: 'admin.couponMaxUses' },
  max_uses_per_customer: { word: 'admin.couponPerCustomer' },
  // Delivery, cash and taxes.
  places: { word: 'admin.deliveryPlaces', as: 'places' },
  fee: { word: 'admin.deliveryFee', as: 'money' },
  free_from: { word: 'admin.deliveryFreeFrom', as: 'money' },
  days_min: { word: 'admin.deliveryDaysMin' },
  days_max: { word: 'admin.deliveryDaysMax' },
  last_hour: { word: 'admin.deliveryLastHour' },
  is_offered: { word: 'admin.cashOffered' },
  max_total: { word: 'admin.cashMax', as: 'money' },
  low_stock: { word: 'admin.rules.low_stock' },
  auto_confirm: { word: 'admin.rules.auto_confirm' },
  pay_minutes: { word: 'admin.rules.pay_minutes' },
  is_closed: { word: 'admin.rules.is_closed' },
  closed_text: { word: 'admin.rules.closed_text' },
  closed_text_ar: { word: 'admin.rules.closed_text_ar' },
  late_hours: { word: 'admin.rules.late_hours' },
  tax_number: { word: 'invoice.taxNumber' },
  country: { word: 'address.country' },
  rates: { word: 'admin.taxRates' },
  second_currency: { word: 'admin.second' },
  // The shop, its slides and partners.
  phone: { word: 'admin.shop.phone' },
  email: { word: 'admin.shop.email' },
  address: { word: 'admin.shop.address' },
  address_ar: { word: 'admin.shop.address_ar' },
  privacy_url: { word: 'admin.shop.privacy_url' },
  terms_url: { word: 'admin.shop.terms_url' },
  delivery_promise: { word: 'admin.shop.delivery_promise' },
  delivery_promise_ar: { word: 'admin.shop.delivery_promise_ar' },
  facebook_url: { word: 'admin.shop.facebook_url' },
  instagram_url: { word: 'admin.shop.instagram_url' },
  youtube_url: { word: 'admin.shop.youtube_url' },
  time_zone: { word: 'admin.shop.time_zone' },
  currency: { word: 'admin.shop.currency' },
  tagline: { word: 'admin.shop.tagline' },
  tagline_ar: { word: 'admin.shop.tagline_ar' },
  locale: { word: 'admin.shop.locale' },
  visitors: { word: 'admin.shop.visitors' },
  accent: { word: 'admin.shop.accent' },
  prior_prices: { word: 'admin.shop.prior_prices' },
  // Legal pages; `text` and `text_ar` are not recorded, but name fields of conflicting edits.
  text: { word: 'admin.legal.english' },
  text_ar: { word: 'admin.legal.arabic' },
  ...Object.fromEntries(
    LEGAL_PAGES.flatMap((page) =>
      [page, `${page}_ar`].map((name) => [name, { word: `footer.${page}` as const }]),
    ),
  ),
  title: { word: 'admin.slide.title' },
  title_ar: { word: 'admin.slide.title_ar' },
  subtitle: { word: 'admin.slide.subtitle' },
  subtitle_ar: { word: 'admin.slide.subtitle_ar' },
  cta: { word: 'admin.slide.cta' },
  cta_ar: { word: 'admin.slide.cta_ar' },
  link: { word: 'admin.link' },
  picture_key: { word: 'admin.slidePicture', as: 'picture' },
  alt: { word: 'admin.slide.alt' },
  alt_ar: { word: 'admin.slide.alt_ar' },
}

/** Yields the entity ids referenced in an entry. @param of the kind of entity that the entry is about. */
export function* referencesOf(
  fields: Readonly<Record<string, unknown>>,
  of: Audited,
): Generator<readonly [kind: Referred, id: number]> {
  for (const [field, value] of Object.entries(fields)) {
    const as = AUDIT_FIELDS[field]?.as
    const kind = as === 'itself' ? of : as
    for (const one of Array.isArray(value) ? value : [value]) {
      if (field === 'attributes' && one !== null && typeof one === 'object') {
        if (typeof one.attribute === 'number') yield ['attribute', one.attribute]
        if (typeof one.choice === 'number') yield ['choice', one.choice]
      }
      // A single number in `products` is a count, not an id.
      const isId = typeof one === 'number' && (Array.isArray(value) || field !== 'products')
      if (isId && isReferred(kind)) yield [kind, one]
    }
  }
}

const isReferred = (as: Way | undefined): as is Referred => REFERRED.includes(as as Referred)
