import { useId, useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import { STOCK_MAX, STOCK_NOTE_MAX } from '#contract/limits.ts'
import { numberIn } from '#contract/read-decimal.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { useFieldError } from '#web/ui/Form.tsx'
import { COUNT } from '../parts/number-fields.ts'
import { useMayWrite } from '../useMayWrite.ts'
import styles from './ProductEditor.module.css'

const REASONS = ['arrived', 'counted', 'damaged', 'lost', 'returned'] as const

export function OpeningStock() {
  const t = useT()
  return (
    <Field
      label={t('admin.openingStock')}
      name="stock"
      {...COUNT}
      min={0}
      max={STOCK_MAX}
      required
      defaultValue={0}
    />
  )
}

interface StockFieldsProps {
  product: AdminProduct
  /** Whether the form contains nothing but the stock change. */
  alone?: boolean
}

export function StockFields({ product, alone = false }: StockFieldsProps) {
  const t = useT()
  const reasons = useId()
  const mayWrite = useMayWrite()
  const [change, setChange] = useState(0)
  const errors = { change: useFieldError('change'), note: useFieldError('note') }

  return (
    <fieldset className={styles.group}>
      <legend className={alone ? 'visually-hidden' : styles.legend}>{t('admin.stock')}</legend>
      <p>
        {t('admin.stockNow', { count: product.quantity })}
        {product.reserved > 0 && ` · ${t('admin.stockReserved', { count: product.reserved })}`}
      </p>
      {mayWrite && (
        <div className={styles.pair}>
          <Field
            label={t('admin.stockChange')}
            name="stock"
            {...COUNT}
            inputMode="text"
            min={-product.quantity}
            max={STOCK_MAX}
            required={alone}
            placeholder="+10"
            error={errors.change}
            hint={
              change !== 0 &&
              t('admin.stockAfter', { count: Math.max(0, product.quantity + change) })
            }
            data-autofocus={alone || undefined}
            onChange={(event) => setChange(numberIn(event.target.value) || 0)}
          />
          <Field
            label={t('admin.reason')}
            name="stockNote"
            maxLength={STOCK_NOTE_MAX}
            dir="auto"
            list={reasons}
            required={change !== 0}
            error={errors.note}
          />
          <datalist id={reasons}>
            {REASONS.map((reason) => (
              <option key={reason} value={t(`admin.reason.${reason}`)} />
            ))}
          </datalist>
        </div>
      )}
    </fieldset>
  )
}
