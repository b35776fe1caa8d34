import type { CouponForm } from '#contract/admin.ts'
import { COUPON_CODE_MAX, COUPON_CODE_MIN } from '#contract/limits.ts'
import { readPrice } from '../platform/http/read-amount.ts'
import { invalid } from '../platform/http/shop-error.ts'
import type { FieldSentences } from '../platform/words/sentence.ts'
import { COUPON_KINDS } from './coupon-kinds.ts'
import { couponCode } from './coupon-terms.ts'
import { NO_FIGURES } from './kinds/coupon-kind.ts'

type CouponValues = ReturnType<typeof valuesOf>

/** The column values for a form. @throws ShopError `invalid` if the code, a number or the period is invalid. */
export function readCoupon(form: CouponForm): CouponValues {
  const values = valuesOf(form)
  const errors = problemsOf(values)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}

function valuesOf(form: CouponForm) {
  const { least, amount: _, ...terms } = form
  return {
    ...terms,
    code: couponCode(form.code),
    ...NO_FIGURES,
    ...COUPON_KINDS[form.kind].read?.(form),
    least_cents: least === null ? null : readPrice('least', least),
    product_ids: form.product_ids ?? null,
  }
}

function problemsOf(values: CouponValues): FieldSentences {
  const errors: FieldSentences = {}
  const { code, kind, starts_at: from, ends_at: until } = values
  if (!isCode(code)) {
    errors.code = [
      { id: 'error.couponCode', values: { min: COUPON_CODE_MIN, max: COUPON_CODE_MAX } },
    ]
  }
  Object.assign(errors, COUPON_KINDS[kind].check?.(values))
  if (from && until && new Date(from) >= new Date(until)) errors.ends_at = ['error.couponTimes']
  return errors
}

function isCode(code: string): boolean {
  const { length } = code
  const isLong = length >= COUPON_CODE_MIN && length <= COUPON_CODE_MAX
  return (
    isLong && /^[A-Z\u0621-\u063a\u0641-\u064a0-9][A-Z\u0621-\u063a\u0641-\u064a0-9-]*$/.test(code)
  )
}
