/** The shop's name and details in the header, the footer and the contact page, and the shop's currency and time zone, edited by staff. */
import { type Static, Type } from 'typebox'
import { CURRENCY_CODES } from '../currencies.ts'
import { EMAIL_MAX, LINK_MAX, PHONE_MAX, SHOP_NAME_MAX, SHOP_TEXT_MAX } from '../limits.ts'
import { LOCALE_CODES } from '../locale.ts'
import { CODE, Nullable } from '../schema.ts'
import { ACCENT, VISITORS } from '../shop.ts'
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
    name: { ...Nullable(Words(SHOP_NAME_MAX)), description: 'of the shop; null is Barq' },
    name_ar: {
      ...Nullable(Words(SHOP_NAME_MAX)),
      description: 'null: `name` serves both languages',
    },
    tagline: { ...Text, description: 'below the name in the footer' },
    tagline_ar: Text,
    logo: Nullable(Logo),
    accent: Nullable(
      Type.String({
        ...ACCENT,
        description: 'the colour of header, buttons and marks; what cannot be read is adjusted',
      }),
    ),
    locale: Nullable(
      Type.Enum(LOCALE_CODES, {
        description: "what visitors get before they choose; null is their browser's",
      }),
    ),
    phone: Nullable({ ...Words(PHONE_MAX), ...CODE }),
    email: Nullable(Type.String({ ...CODE, maxLength: EMAIL_MAX, format: 'email' })),
    address: Text,
    address_ar: Text,
    privacy_url: Address,
    terms_url: Address,
    delivery_promise: { ...Text, description: 'shown where the displays are true ones' },
    delivery_promise_ar: Text,
    facebook_url: Address,
    instagram_url: Address,
    youtube_url: Address,
    prior_prices: Nullable(
      Type.Enum(['shown', 'required'], {
        description:
          'the lowest price of the 30 days before a reduction: shown beside the struck-through price, or required, which also makes it that price and hides reductions from anything lower; null is neither',
      }),
    ),
    visitors: Nullable(
      Type.Enum(VISITORS, {
        description:
          'what the page shows without an account: `sign-in` nothing but that; `browse` home, catalog, search and contact; `order` orders are taken without one, too; null is `sign-in`',
      }),
    ),
    currency: Nullable(
      Type.Enum(CURRENCY_CODES, {
        description:
          'of all amounts, ISO 4217; null is USD. A conflict once there are orders; amounts keep their numbers',
      }),
    ),
    time_zone: Nullable(
      Type.String({
        ...CODE,
        pattern: '^[A-Za-z0-9_+/-]{1,64}$',
        examples: ['Asia/Dubai'],
        description: 'an IANA name: days and hours of the shop are counted in it; null is UTC',
      }),
    ),
  },
  { title: 'ShopDetails', description: 'null for what is not set' },
)
export type ShopDetails = Static<typeof ShopDetails>
export type ShopDetail = keyof ShopDetails

const DetailsReply = {
  200: Type.Object({
    data: Type.Object({ ...ShopDetails.properties, ...versioned }),
    fixed: Type.Array(Type.String(), {
      description: 'the fields that the environment sets: `data` has its values',
    }),
    hasOrders: Type.Boolean({ description: 'the currency can no longer be changed' }),
  }),
}

export type ShopDetailsReply = Static<(typeof DetailsReply)[200]>

export const getShopDetails = staffEndpoint('GET /api/admin/shop-details', {
  summary:
    'Name, contact, legal pages, social links, delivery promise, visitors, currency and time zone of the shop',
  replies: DetailsReply,
})

export const replaceShopDetails = staffEndpoint('PUT /api/admin/shop-details', {
  summary: 'Replace them, everywhere at once; fields that the environment sets stay as they are',
  stepUp: true,
  body: Type.Object({ ...ShopDetails.properties, ...editOf }),
  replies: DetailsReply,
  errors: ['edited_meanwhile', 'conflict'],
})
