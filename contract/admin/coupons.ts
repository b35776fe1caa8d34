/** Coupons, edited by staff. */
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
    description: 'what customers type; small letters are capitals',
  },
  kind: Type.Enum(COUPON_KINDS, { description: 'delivery: free delivery' }),
  percent: Nullable(
    Type.Integer({ minimum: 1, maximum: 100, description: 'of the items that it is for' }),
  ),
  amount: Nullable({ ...PriceInput, exclusiveMinimum: 0, description: 'at most those items' }),
  starts_at: at('2026-12-01T00:00:00Z'),
  ends_at: at('2027-01-01T00:00:00Z'),
  least: Nullable({
    ...PriceInput,
    exclusiveMinimum: 0,
    description: 'the minimum total of all items',
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
      description: 'with categories: either; without both it is for everything',
    }),
  ),
  max_uses: Count(COUPON_USES_MAX, 'purchases in all'),
  max_uses_per_customer: Count(1000, 'purchases of one customer'),
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
      description: 'the names of `product_ids`, deleted ones too',
    }),
    uses: Type.Integer({ minimum: 0, description: 'purchases that were not canceled' }),
    ...versioned,
    given: { ...Price, description: 'what it took off them; free delivery is not counted' },
  },
  { title: 'Coupon' },
)
export type Coupon = Static<typeof Coupon>

const CouponReply = Type.Object({ data: Coupon })

export const listCoupons = staffEndpoint('GET /api/admin/coupons', {
  summary: 'All coupons, newest first, including those switched off',
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
  summary: 'Edit a coupon, or switch it on or off; placed orders keep their discount',
  body: Type.Object({ ...CouponForm.properties, ...editOf }),
  replies: { 200: CouponReply },
  errors: ['edited_meanwhile'],
})

export const deleteCoupon = staffEndpoint('DELETE /api/admin/coupons/{id}', {
  summary: 'Remove a coupon; placed orders keep their discount',
  replies: { 200: MessageReply },
})
