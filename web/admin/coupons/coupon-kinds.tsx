/** The fields and texts of each kind of coupon on the staff screens. */
import type { ReactNode } from 'react'
import type { Coupon, CouponForm } from '#contract/admin/coupons.ts'
import { formatPrice } from '#web/i18n/format.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { AmountField } from '../parts/AmountField.tsx'
import type { FormValues } from '../parts/form-values.ts'
import { COUNT } from '../parts/number-fields.ts'

export interface CouponFieldsProps {
  /** Null for a new coupon. */
  coupon: Coupon | null
}

interface CouponKind {
  name: MessageId
  /** The field for the kind's percentage or amount, if any. */
  Figure?(props: CouponFieldsProps): ReactNode
  /** A short description of what the coupon takes off. */
  Takes(props: { coupon: Coupon }): ReactNode
}

/** The kinds of coupons, in display order. */
export const COUPON_KINDS: Record<Coupon['kind'], CouponKind> = {
  percent: {
    name: 'admin.couponKindPercent',
    Figure({ coupon }) {
      const t = useT()
      return (
        <Field
          label={t('admin.couponPercent')}
          name="percent"
          {...COUNT}
          min={1}
          max={100}
          required
          defaultValue={coupon?.percent ?? ''}
        />
      )
    },
    Takes: ({ coupon }) => <bdi dir="ltr">−{coupon.percent}%</bdi>,
  },
  amount: {
    name: 'admin.couponKindAmount',
    Figure({ coupon }) {
      const t = useT()
      return (
        <AmountField
          label={t('admin.amount')}
          name="amount"
          required
          defaultValue={coupon?.amount ?? ''}
        />
      )
    },
    Takes: ({ coupon }) => <bdi dir="ltr">−{formatPrice(coupon.amount ?? 0)}</bdi>,
  },
  delivery: {
    name: 'admin.couponDelivery',
    Takes: () => useT()('admin.couponDelivery'),
  },
}

/** Reads the percentage and the amount from the form; each is null if the form has no field for it. */
export function readFigures({ number }: FormValues): Pick<CouponForm, 'percent' | 'amount'> {
  return { percent: number('percent'), amount: number('amount') }
}
