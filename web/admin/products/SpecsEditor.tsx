import { useRef, useState } from 'react'
import type { Spec } from '#contract/catalog.ts'
import { SPEC_LABEL_MAX, SPEC_VALUE_MAX, SPECS_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useFieldError } from '#web/ui/Form.tsx'
import ArrowUp from '#web/ui/icons/arrow-up.tsx'
import Plus from '#web/ui/icons/plus.tsx'
import Trash2 from '#web/ui/icons/trash-2.tsx'
import form from './ProductEditor.module.css'
import styles from './SpecsEditor.module.css'

interface Row {
  /** Prefix of the row's field names; stays the same when other rows are added or removed. */
  id: number
  spec: Spec | null
}

/** Rows of the product page's table, in both languages. */
export function SpecsEditor({ specs }: { specs: readonly Spec[] }) {
  const t = useT()
  const error = useFieldError('specs')
  const [rows, setRows] = useState<Row[]>(() => specs.map((spec, id) => ({ id, spec })))
  const lastId = useRef(specs.length)

  function add() {
    lastId.current += 1
    setRows([...rows, { id: lastId.current, spec: null }])
  }

  function raise(place: number) {
    const row = rows[place]
    const above = rows[place - 1]
    if (row && above) setRows([...rows.slice(0, place - 1), row, above, ...rows.slice(place + 1)])
  }

  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t('product.specs')}</legend>
      <ol className={styles.rows}>
        {rows.map((row, place) => (
          <SpecRow
            key={row.id}
            row={row}
            number={place + 1}
            onRaise={() => raise(place)}
            onRemove={() => setRows(rows.filter((other) => other !== row))}
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
  row: Row
  number: number
  onRaise: () => void
  onRemove: () => void
}

function SpecRow({ row: { id, spec }, number, onRaise, onRemove }: SpecRowProps) {
  const t = useT()
  const english = { lang: 'en', dir: 'ltr' } as const
  const arabic = { lang: 'ar', dir: 'rtl' } as const
  return (
    <li className={styles.row}>
      <input type="hidden" name="spec" value={id} />
      <input type="hidden" name={`spec-${id}-key`} value={spec?.key ?? ''} />
      <div className={styles.fields}>
        <Field
          label={t('admin.specLabel')}
          name={`spec-${id}-label`}
          required
          maxLength={SPEC_LABEL_MAX}
          {...english}
          defaultValue={spec?.label}
        />
        <Field
          label={t('admin.specValue')}
          name={`spec-${id}-value`}
          required
          maxLength={SPEC_VALUE_MAX}
          {...english}
          defaultValue={spec?.value}
        />
        <Field
          label={t('admin.specLabelAr')}
          name={`spec-${id}-label_ar`}
          maxLength={SPEC_LABEL_MAX}
          {...arabic}
          defaultValue={spec?.label_ar}
        />
        <Field
          label={t('admin.specValueAr')}
          name={`spec-${id}-value_ar`}
          maxLength={SPEC_VALUE_MAX}
          {...arabic}
          defaultValue={spec?.value_ar}
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
