import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminProductRow, ProductChange } from '#contract/admin/products.ts'
import { STOCK_MAX } from '#contract/limits.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { currencyMark } from '#contract/money.ts'
import { numberIn } from '#contract/read-decimal.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import { dismissToast, showToast } from '#web/ui/toasts.ts'
import { brands as brandList } from '../groups/groups.queries.ts'
import { Changes } from '../parts/Changes.tsx'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import formStyles from '../parts/Form.module.css'
import { FormEnd } from '../parts/FormEnd.tsx'
import { toastFailure } from '../parts/failure-text.ts'
import { amountField, COUNT, DECIMAL } from '../parts/number-fields.ts'
import { useEntityForm } from '../parts/useEntityForm.ts'
import styles from './BulkEdit.module.css'
import {
  BULK_KINDS,
  type BulkKind,
  type BulkValue,
  isHeld,
  isHidden,
  type PlannedChange,
  planChanges,
} from './bulk-changes.ts'
import { changeMany } from './products.queries.ts'

interface BulkDialogProps {
  products: readonly AdminProductRow[]
  onDone: () => void
  onClose: () => void
}

/** Changes many products at once, after previewing each product's new values. */
export default function BulkDialog({ products, onDone, onClose }: BulkDialogProps) {
  const t = useT()
  const [kind, setKind] = useState<BulkKind>(products.every(isHidden) ? 'visibility' : 'price')
  const [typed, setTyped] = useState(() => firstTyped(products, kind))
  const value = chosenValue(kind, typed)
  const planned = planChanges(products, kind, value)
  // Hidden products change only if the action shows them.
  const hidden = value === true ? 0 : products.filter(isHidden).length
  const visible = value === true ? products.length - planned.length : 0
  const held = kind === 'stock' ? products.filter((one) => isHeld(one, Number(value))).length : 0
  const grouped = kind === 'category' ? products.filter(({ family }) => family !== null).length : 0

  const { form, failure, sending } = useEntityForm(
    async () => {
      const { changed, skipped } = await changeMany(planned.map(({ change }) => change))
      const undo = changed.flatMap(({ id, version }) => {
        const made = planned.find(({ change }) => change.id === id)
        return made ? [{ ...made.undo, version }] : []
      })
      showChanged(undo, skipped.length)
    },
    { saved: '', onSaved: onDone },
  )
  return (
    <Dialog
      title={t('admin.bulkTitle', { count: products.length })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <CheckedForm {...form} className={cx(formStyles.form, formStyles.inDialog)}>
        <div className={styles.change}>
          <Select
            label={t('admin.action')}
            value={kind}
            onChange={({ target }) => {
              const chosen = target.value as BulkKind
              setKind(chosen)
              setTyped(firstTyped(products, chosen))
            }}
            options={BULK_KINDS.map((one) => ({ value: one, text: t(`admin.bulk.${one}`) }))}
          />
          <Value kind={kind} typed={typed} onType={setTyped} />
        </div>
        {kind === 'visibility' && value === false && (
          <p className="quiet">{t('admin.bulkHides')}</p>
        )}
        {visible > 0 && <p className="quiet">{t('admin.bulkShown', { count: visible })}</p>}
        {hidden > 0 && <p className="quiet">{t('admin.bulkHidden', { count: hidden })}</p>}
        {held > 0 && <p className="quiet">{t('admin.bulkHeld', { count: held })}</p>}
        {grouped > 0 && <p className="quiet">{t('admin.bulkGrouped', { count: grouped })}</p>}
        {planned.length > 0 && <Preview planned={planned} />}
        <FormEnd failure={failure} sending={sending} disabled={planned.length === 0} wide>
          {t('admin.bulkApply', { count: planned.length })}
        </FormEnd>
      </CheckedForm>
    </Dialog>
  )
}

const NO_BRAND = 'none'
const SHOWN = 'shown'
const HIDDEN = 'hidden'

/** The initial value; for visibility, a value that not all of the products have yet. */
function firstTyped(products: readonly AdminProductRow[], kind: BulkKind): string {
  if (kind !== 'visibility') return ''
  return products.every(isHidden) ? SHOWN : HIDDEN
}

/** The entered value: null for no brand, NaN if the field is empty. */
function chosenValue(kind: BulkKind, typed: string): BulkValue {
  if (kind === 'visibility') return typed === SHOWN
  if (kind === 'category') return CATEGORIES.find((one) => one === typed) ?? Number.NaN
  if (typed === '') return Number.NaN
  if (typed === NO_BRAND) return null
  return numberIn(typed)
}

interface ValueProps {
  kind: BulkKind
  typed: string
  onType: (text: string) => void
}

function Value({ kind, typed, onType }: ValueProps) {
  const t = useT()
  const field = {
    name: 'value',
    value: typed,
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
  }
  const choice = useChoice(kind)
  if (choice) return <Select {...field} {...choice} />
  const figures = {
    price: { ...amountField(), label: t('admin.priceIn', { currency: currencyMark() }) },
    stock: { ...COUNT, min: 0, max: STOCK_MAX, label: t('admin.field.on_hand') },
    percent: {
      ...DECIMAL,
      // Not decimal: the numeric keyboards of phones have no minus.
      inputMode: 'text' as const,
      step: 0.1,
      min: -99,
      max: 1000,
      label: t('admin.couponPercent'),
      hint: t('admin.bulkPercentHint'),
    },
  }
  const figure = figures[kind as keyof typeof figures]
  return <Field {...field} {...figure} required />
}

/** The label and options for changes that choose from a list of values; null for other kinds of changes. */
function useChoice(kind: BulkKind) {
  const t = useT()
  const pick = useLocalized()
  const brands = useQuery({ ...brandList.query, enabled: kind === 'brand' }).data ?? []
  if (kind === 'brand') {
    const all = brands.map((brand) => ({ value: String(brand.id), text: pick(brand, 'name') }))
    return {
      label: t('admin.entity.brand'),
      options: [{ value: NO_BRAND, text: t('admin.none') }, ...all],
      none: t('address.choose'),
      required: true,
    }
  }
  if (kind === 'category') {
    return {
      label: t('admin.category'),
      options: CATEGORIES.map((one) => ({ value: one, text: t(`category.${one}`) })),
      none: t('address.choose'),
      required: true,
    }
  }
  if (kind !== 'visibility') return null
  return {
    label: t('admin.visibility'),
    options: ([HIDDEN, SHOWN] as const).map((value) => ({
      value,
      text: t(`admin.visibility.${value}`),
    })),
  }
}

function Preview({ planned }: { planned: readonly PlannedChange[] }) {
  const t = useT()
  const pick = useLocalized()
  const brands = useQuery({ ...brandList.query, enabled: false }).data ?? []
  const names = brands.map((brand) => ({ ...brand, kind: 'brand' as const }))
  return (
    <DataTable
      caption={t('admin.bulkPreview')}
      scrolling={styles.preview}
      columns={[
        {
          head: t('admin.product'),
          alone: true,
          cell: ({ product }: PlannedChange) => <bdi>{pick(product, 'name')}</bdi>,
        },
        {
          head: t('admin.changes'),
          alone: true,
          cell: ({ before, after }) => <Changes before={before} after={after} names={names} />,
        },
      ]}
      rows={planned}
      rowKey={({ product }) => product.id}
    />
  )
}

/** How long the undo button stays, in seconds: enough to check the changed products in the list. */
const UNDO_SECONDS = 30

function showChanged(undo: readonly ProductChange[], skipped: number): void {
  const toast = showToast(
    <Changed undo={undo} skipped={skipped} onUndo={() => dismissToast(toast)} />,
    skipped > 0 ? 'info' : 'success',
    UNDO_SECONDS,
  )
}

interface ChangedProps {
  undo: readonly ProductChange[]
  skipped: number
  onUndo: () => void
}

/** The number of changed products, and a button that reverts each product that has not changed since. */
function Changed({ undo, skipped, onUndo }: ChangedProps) {
  const t = useT()
  const [changeBack, running] = useAction(async () => {
    const { changed, skipped: kept } = await changeMany(undo)
    onUndo()
    showToast(textOf(t, changed.length, kept.length), kept.length > 0 ? 'info' : 'success')
  }, toastFailure())
  return (
    <>
      {textOf(t, undo.length, skipped)}{' '}
      {undo.length > 0 && (
        <Button variant="outline" busy={running} onClick={changeBack}>
          {t('admin.undo')}
        </Button>
      )}
    </>
  )
}

function textOf(t: ReturnType<typeof useT>, changed: number, skipped: number): string {
  const done = t('admin.bulkDone', { count: changed })
  return skipped === 0 ? done : `${done} ${t('admin.bulkSkipped', { count: skipped })}`
}
