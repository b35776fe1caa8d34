import type { Spec } from '#contract/catalog.ts'
import { SPEC_LABEL_MAX, SPEC_VALUE_MAX, SPECS_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useFieldError } from '#web/ui/Form.tsx'
import ArrowUp from '#web/ui/icons/arrow-up.svg?icon'
import Plus from '#web/ui/icons/plus.svg?icon'
import Trash2 from '#web/ui/icons/trash-2.svg?icon'
import { type Row, useRows } from '../parts/useRows.ts'
import form from './ProductEditor.module.css'
import styles from './SpecsEditor.module.css'

export function SpecsEditor({ specs }: { specs: readonly Spec[] }) {
  const t = useT()
  const error = useFieldError('specs')
  const { rows, add, raise, remove } = useRows(specs)
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t('product.specs')}</legend>
      <ol className={styles.rows}>
        {rows.map((row, place) => (
          <SpecRow
            key={row.key}
            row={row}
            number={place + 1}
            onRaise={() => raise(place)}
            onRemove={() => remove(row)}
          />
        ))}
      </ol>
      {error && <p className={form.error}>{error}</p>}
      <Button variant="outline" disabled={rows.length >= SPECS_MAX} onClick={add}>
        <Plus size={18} aria-hidden />
        {t('admin.addSpec')}
      </Button>
    </fieldset>
  )
}

interface SpecRowProps {
  row: Row<Spec>
  number: number
  onRaise: () => void
  onRemove: () => void
}

function SpecRow({ row: { key, value: spec }, number, onRaise, onRemove }: SpecRowProps) {
  const t = useT()
  const english = { lang: 'en', dir: 'ltr' } as const
  const arabic = { lang: 'ar', dir: 'rtl' } as const
  return (
    <li className={styles.row}>
      <input type="hidden" name="spec" value={key} />
      <input type="hidden" name={`spec-${key}-key`} value={spec?.key ?? ''} />
      <div className={styles.fields}>
        <Field
          label={t('admin.name')}
          name={`spec-${key}-label`}
          required
          maxLength={SPEC_LABEL_MAX}
          {...english}
          defaultValue={spec?.label}
        />
        <Field
          label={t('admin.specValue')}
          name={`spec-${key}-value`}
          required
          maxLength={SPEC_VALUE_MAX}
          {...english}
          defaultValue={spec?.value}
        />
        <Field
          label={t('form.optional', { label: t('admin.nameAr') })}
          name={`spec-${key}-label_ar`}
          maxLength={SPEC_LABEL_MAX}
          {...arabic}
          defaultValue={spec?.label_ar === spec?.label ? '' : spec?.label_ar}
        />
        <Field
          label={t('form.optional', { label: t('admin.specValueAr') })}
          name={`spec-${key}-value_ar`}
          maxLength={SPEC_VALUE_MAX}
          {...arabic}
          defaultValue={spec?.value_ar === spec?.value ? '' : spec?.value_ar}
        />
      </div>
      <div className={styles.tools}>
        <IconButton
          label={t('admin.specEarlier', { number })}
          disabled={number === 1}
          onClick={onRaise}
        >
          <ArrowUp size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('admin.specRemove', { number })} onClick={onRemove}>
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
