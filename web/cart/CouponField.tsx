import { useState } from 'react'
import { COUPON_CODE_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import Plus from '#web/ui/icons/plus.svg?icon'
import styles from './CouponField.module.css'

interface CouponFieldProps {
  entered: string | null
  /** The code whose discount is included in the displayed price; null if none. */
  applied: string | null
  problem: string | null
  checking: boolean
  locked: boolean
  onChange: (code: string | null) => void
}

function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}

export function CouponField(props: CouponFieldProps) {
  const { entered, applied, problem, checking, locked, onChange } = props
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const apply = (code: string) => onChange(code.trim() || null)
  if (applied !== null) {
    return (
      <p className={styles.used}>
        <span role="status">{t('cart.couponUsed', { code: applied })}</span>
        <Button
          variant="outline"
          disabled={locked}
          // Focus was on the button or in the field that this one replaces.
          ref={isOpen ? focusIfLost : undefined}
          onClick={() => onChange(null)}
        >
          {t('cart.couponRemove')}
        </Button>
      </p>
    )
  }
  if (!isOpen && entered === null) {
    return (
      <Button
        variant="outline"
        className={styles.add}
        disabled={locked}
        onClick={() => setOpen(true)}
      >
        <Plus size={18} aria-hidden />
        {t('cart.couponAdd')}
      </Button>
    )
  }
  return (
    <Form className={styles.form} onSend={(form) => apply(String(form.get('coupon') ?? ''))}>
      <Field
        label={t('cart.coupon')}
        name="coupon"
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={COUPON_CODE_MAX}
        defaultValue={entered ?? ''}
        disabled={locked}
        // Takes focus, because the button that opened the field no longer exists.
        autoFocus={isOpen}
        error={problem ?? undefined}
        // Applies a code that is only typed before the order button is pressed.
        onBlur={({ target }) => target.value !== (entered ?? '') && apply(target.value)}
        end={
          <Button type="submit" variant="quiet" busy={checking} disabled={locked}>
            {t('cart.couponApply')}
          </Button>
        }
      />
    </Form>
  )
}
