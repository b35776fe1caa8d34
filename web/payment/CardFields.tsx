import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { CardBrands } from './CardBrands.tsx'
import styles from './CardFields.module.css'

/** Inert, as specified: no field names, no form and no handlers. Input is never validated, stored or sent. */
export function CardFields() {
  const t = useT()
  return (
    <>
      <CardBrands />
      <Field
        label={t('payment.cardNumber')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0000 0000 0000 0000"
        dir="ltr"
      />
      <Field label={t('payment.cardHolder')} autoComplete="off" />
      <div className={styles.pair}>
        <Field
          label={t('payment.expiry')}
          inputMode="numeric"
          autoComplete="off"
          placeholder="MM/YY"
          dir="ltr"
        />
        <Field
          label={t('payment.cvc')}
          inputMode="numeric"
          autoComplete="off"
          placeholder="000"
          dir="ltr"
        />
      </div>
    </>
  )
}
