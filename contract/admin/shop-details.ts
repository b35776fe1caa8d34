/** The shop's name, contact details, links, currency and time zone, edited by staff. */
import { type Static, Type } from 'typebox'
import { CURRENCY_CODES } from '../currencies.ts'
import { EMAIL_MAX, LINK_MAX, PHONE_MAX, SHOP_NAME_MAX, SHOP_TEXT_MAX } from '../limits.ts'
import { LOCALE_CODES } from '../locale.ts'
import { CODE, Nullable } from '../schema.ts'
import { ACCENT } from '../shop.ts'
import { VISITORS } from '../visitors.ts'
import { editOf, Logo, staffEndpoint, versioned, Words } from './shared.ts'

const Text = Nullable(Words(SHOP_TEXT_MAX))
const Address = Nullable(
  Type.String({
    ...CODE,
    maxLength: LINK_MAX,
    pattern: '^https?://[^\\s]+$',
    examples: ['https://x.example'],
  }),
)

export const ShopDetails = Type.Object(
  {
    name: { ...Nullable(Words(SHOP_NAME_MAX)), description: "the shop's name; null means Barq" },
    name_ar: {
      ...Nullable(Words(SHOP_NAME_MAX)),
      description: 'if null, `name` is used for both languages',
    },
    tagline: { ...Text, description: 'shown below the name in the footer; null for none' },
    tagline_ar: Text,
    logo: Nullable(Logo),
    accent: Nullable(
      Type.String({
        ...ACCENT,
        description:
          'the color of headers, buttons and marks, adjusted where it would be unreadable; null for the default colors',
      }),
    ),
    locale: Nullable(
      Type.Enum(LOCALE_CODES, {
        description: "the language for visitors who have not chosen one; null for their browser's",
      }),
    ),
    phone: Nullable({ ...Words(PHONE_MAX), ...CODE }),
    email: Nullable(Type.String({ ...CODE, maxLength: EMAIL_MAX, format: 'email' })),
    address: Text,
    address_ar: Text,
    privacy_url: Address,
    terms_url: Address,
    delivery_promise: {
      ...Text,
      description: 'the delivery promise, shown if PLACEHOLDERS is not `specified`; null for none',
    },
    delivery_promise_ar: Text,
    facebook_url: Address,
    instagram_url: Address,
    youtube_url: Address,
    prior_prices: Nullable(
      Type.Enum(['shown', 'required'], {
        description:
          'whether reduced products show their lowest price of the 30 days before the reduction: `shown` displays it beside the former price; `required` strikes it through instead of the former price, and shows a reduction only if the price is below it; if null, it is not shown',
      }),
    ),
    visitors: Nullable(
      Type.Enum(VISITORS, {
        description:
          'what visitors can do without an account: `sign-in`, only sign in or sign up; `browse`, also see the home, catalog, search, comparison and contact pages and fill a cart; `order`, also order; null means `sign-in`',
      }),
    ),
    currency: Nullable(
      Type.Enum(CURRENCY_CODES, {
        description:
          'the currency of all amounts, ISO 4217; null means USD. Amounts are not converted: 99.99 USD becomes 99.99 EUR. Changing it returns a 409 if there are orders, invoices have a second currency, an import is running, or a price would become too high',
      }),
    ),
    time_zone: Nullable(
      Type.String({
        ...CODE,
        pattern: '^[A-Za-z0-9_+/-]{1,64}$',
        examples: ['Asia/Dubai'],
        description: "the IANA time zone of the shop's days and hours; null means UTC",
      }),
    ),
  },
  { title: 'ShopDetails', description: 'unset fields are null' },
)
export type ShopDetails = Static<typeof ShopDetails>
export type ShopDetail = keyof ShopDetails

const DetailsReply = {
  200: Type.Object({
    data: Type.Object({ ...ShopDetails.properties, ...versioned }),
    fixed: Type.Array(Type.String(), {
      description: 'names of the fields set by environment variables; `data` contains their values',
    }),
    hasOrders: Type.Boolean({
      description: 'whether there are any orders; if so, the currency can no longer be changed',
    }),
  }),
}

export type ShopDetailsReply = Static<(typeof DetailsReply)[200]>

export const getShopDetails = staffEndpoint('GET /api/admin/shop-details', {
  summary:
    "The shop's name, contact details, links, delivery promise, access for visitors, currency and time zone",
  replies: DetailsReply,
})

export const replaceShopDetails = staffEndpoint('PUT /api/admin/shop-details', {
  summary:
    'Replace the shop details, effective everywhere immediately; fields set by environment variables are ignored',
  stepUp: true,
  body: Type.Object({ ...ShopDetails.properties, ...editOf }),
  replies: DetailsReply,
  errors: ['edited_meanwhile', 'conflict'],
})
