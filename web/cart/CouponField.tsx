import { type FormEvent, useState } from 'react'
import { COUPON_CODE_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import styles from './CouponField.module.css'

interface CouponFieldProps {
  /** The code that was entered; null for none. */
  code: string | null
  /** Why it does not hold. */
  problem: string | null
  locked: boolean
  onChange: (code: string | null) => void
}

/** Takes a coupon's code: a button opens the field, the quote says whether the code holds. */
export function CouponField({ code, problem, locked, onChange }: CouponFieldProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (code !== null && !problem) {
    return (
      <p className={styles.used}>
        <span role="status">{t('cart.couponUsed', { code })}</span>
        <Button variant="quiet" disabled={locked} onClick={() => onChange(null)}>
          {t('cart.couponRemove')}
        </Button>
      </p>
    )
  }
  if (!isOpen) {
    return (
      <Button
        variant="quiet"
        className={styles.add}
        disabled={locked}
        onClick={() => setOpen(true)}
      >
        {t('cart.couponAdd')}
      </Button>
    )
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onChange(String(new FormData(event.currentTarget).get('coupon') ?? '').trim() || null)
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field
        label={t('cart.coupon')}
        name="coupon"
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={COUPON_CODE_MAX}
        defaultValue={code ?? ''}
        disabled={locked}
        // The button that had the focus is gone.
        autoFocus
        error={problem ?? undefined}
        end={
          <Button type="submit" variant="quiet" disabled={locked}>
            {t('cart.couponApply')}
          </Button>
        }
      />
    </form>
  )
}
