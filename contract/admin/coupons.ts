import { type Static, Type } from 'typebox'
import { COUPON_CODE_MAX, COUPON_PRODUCTS_MAX, COUPON_USES_MAX } from '../limits.ts'
import { CATEGORIES } from '../locale.ts'
import {
  CODE,
  Id,
  IdInput,
  MessageReply,
  Nullable,
  Price,
  PriceInput,
  Timestamp,
} from '../schema.ts'
import { editOf, Moment, staffEndpoint, versioned, Words } from './shared.ts'

export const COUPON_KINDS = ['percent', 'amount', 'delivery'] as const

const Count = (maximum: number, description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum, description }))

const at = (example: string) => Nullable({ ...Moment, examples: [example] })

export const CouponForm = Type.Object({
  code: {
    ...Words(COUPON_CODE_MAX),
    ...CODE,
    examples: ['SPRING-10'],
    description: 'the code that customers enter; converted to uppercase',
  },
  kind: Type.Enum(COUPON_KINDS, { description: '`delivery` makes delivery free' }),
  percent: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'the percentage off the covered items; null for other kinds',
    }),
  ),
  amount: Nullable({
    ...PriceInput,
    exclusiveMinimum: 0,
    description:
      'the amount off, capped at the subtotal of the covered items; null for other kinds',
  }),
  starts_at: at('2026-12-01T00:00:00Z'),
  ends_at: at('2027-01-01T00:00:00Z'),
  least: Nullable({
    ...PriceInput,
    exclusiveMinimum: 0,
    description: 'the minimum item subtotal; null for none',
  }),
  categories: Nullable(
    Type.Array(Type.Enum(CATEGORIES), {
      minItems: 1,
      maxItems: CATEGORIES.length,
      uniqueItems: true,
    }),
  ),
  product_ids: Nullable(
    Type.Array(IdInput, {
      minItems: 1,
      maxItems: COUPON_PRODUCTS_MAX,
      uniqueItems: true,
      description:
        'the coupon covers these products and all products in `categories`; if both fields are null, it covers all products',
    }),
  ),
  max_uses: Count(
    COUPON_USES_MAX,
    'the maximum number of purchases that can use the coupon, across all customers; null for no limit',
  ),
  max_uses_per_customer: Count(
    1000,
    'the maximum number of purchases that can use the coupon, per customer; null for no limit',
  ),
  is_active: Type.Boolean(),
})
export type CouponForm = Static<typeof CouponForm>

export const Coupon = Type.Object(
  {
    ...CouponForm.properties,
    id: Id,
    amount: Nullable(Price),
    least: Nullable(Price),
    starts_at: Nullable(Timestamp),
    ends_at: Nullable(Timestamp),
    product_ids: Nullable(Type.Array(Id)),
    products: Type.Array(Type.Object({ id: Id, name: Type.String(), name_ar: Type.String() }), {
      description: 'the products of `product_ids`, including deleted ones, sorted by id',
    }),
    uses: Type.Integer({
      minimum: 0,
      description:
        'number of purchases that used the coupon, excluding those whose orders were all canceled before payment',
    }),
    ...versioned,
    given: {
      ...Price,
      description:
        'the total discount on the purchases counted in `uses`, not including free delivery',
    },
  },
  { title: 'Coupon' },
)
export type Coupon = Static<typeof Coupon>

const CouponReply = Type.Object({ data: Coupon })

export const listCoupons = staffEndpoint('GET /api/admin/coupons', {
  summary: 'All coupons, newest first, including inactive ones',
  replies: { 200: Type.Object({ coupons: Type.Array(Coupon) }) },
})

export const createCoupon = staffEndpoint('POST /api/admin/coupons', {
  stepUp: true,
  summary: 'Add a coupon',
  body: CouponForm,
  replies: { 201: CouponReply },
  errors: ['conflict'],
})

export const editCoupon = staffEndpoint('PUT /api/admin/coupons/{id}', {
  stepUp: true,
  summary: 'Edit, activate or deactivate a coupon; placed orders keep their discount',
  body: Type.Object({ ...CouponForm.properties, ...editOf }),
  replies: { 200: CouponReply },
  errors: ['edited_meanwhile'],
})

export const deleteCoupon = staffEndpoint('DELETE /api/admin/coupons/{id}', {
  summary: 'Delete a coupon; placed orders keep their discount',
  replies: { 200: MessageReply },
})
