import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FitChoices } from '#contract/admin/fits.ts'
import type { FitCondition, FitRow } from '#contract/fits.ts'
import { FIT_CONDITIONS_MAX } from '#contract/limits.ts'
import { useFitText } from '#web/catalog/fits/useFitText.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import { valuesOf } from '../parts/form-values.ts'
import { DECIMAL } from '../parts/number-fields.ts'
import styles from './FitsScreen.module.css'
import { fitChoicesQuery } from './fits.queries.ts'

type Attribute = FitChoices['attributes'][number]

/** Builds a rule from conditions, all of which must be about devices in the same category. */
export function AddRule({ onAdd }: { onAdd(row: FitRow): void }) {
  const t = useT()
  const textOf = useFitText()
  const all = useQuery(fitChoicesQuery).data?.attributes ?? []
  const [conditions, setConditions] = useState<readonly FitCondition[]>([])
  const first = all.find(({ id }) => id === conditions[0]?.attribute.id)
  const open = all.filter(
    ({ id, category }) =>
      (!first || category === first.category) &&
      conditions.every(({ attribute }) => attribute.id !== id),
  )
  if (all.length === 0) return null
  const rule = { device: null, family: null, conditions: [...conditions] }
  return (
    <Panel title={t('admin.fitsAddRule')}>
      <p className="quiet">{t('admin.fitsRuleHint')}</p>
      {open.length > 0 && conditions.length < FIT_CONDITIONS_MAX && (
        <ConditionForm
          // Resets the form after each condition.
          key={conditions.length}
          attributes={open}
          onAdd={(condition) => setConditions([...conditions, condition])}
        />
      )}
      {conditions.length > 0 && (
        <div className={styles.row}>
          <span>{textOf(rule)}</span>
          <Button variant="quiet" onClick={() => setConditions([])}>
            {t('fits.remove')}
          </Button>
          <Button
            variant="outline"
            onClick={() => {
              onAdd(rule)
              setConditions([])
            }}
          >
            {t('admin.fitsUseRule')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface ConditionFormProps {
  attributes: readonly Attribute[]
  onAdd(condition: FitCondition): void
}

function ConditionForm({ attributes, onAdd }: ConditionFormProps) {
  const t = useT()
  const pick = useLocalized()
  const [id, setId] = useState('')
  const attribute = attributes.find((one) => String(one.id) === id)

  function send(data: FormData) {
    const condition = attribute && readCondition(attribute, data)
    if (condition) onAdd(condition)
  }

  return (
    <CheckedForm className={styles.line} onSend={send}>
      <Select
        label={t('admin.fitsAttribute')}
        name="attribute"
        required
        value={id}
        onChange={({ target }) => setId(target.value)}
        none={t('address.choose')}
        options={attributes.map((one) => ({
          value: one.id,
          text: `${t(`category.${one.category}`)}: ${pick(one, 'name')}`,
        }))}
      />
      {attribute && <ValueFields attribute={attribute} />}
      <Button type="submit" variant="outline">
        {t('admin.fitsAddCondition')}
      </Button>
    </CheckedForm>
  )
}

function ValueFields({ attribute }: { attribute: Attribute }) {
  const t = useT()
  const pick = useLocalized()
  if (attribute.kind === 'number') {
    const unit = pick(attribute, 'unit')
    return (
      <>
        <Field label={`${t('list.from')} ${unit}`.trim()} name="min" {...DECIMAL} />
        <Field label={`${t('list.to')} ${unit}`.trim()} name="max" {...DECIMAL} />
      </>
    )
  }
  const options =
    attribute.kind === 'boolean'
      ? [
          { value: 'yes', text: t('choice.yes') },
          { value: 'no', text: t('choice.no') },
        ]
      : attribute.choices.map((choice) => ({ value: choice.id, text: pick(choice, 'name') }))
  return <Select label={t('admin.fitsValue')} name="value" required options={options} />
}

/** @returns the entered condition; null for a range with neither a lower nor an upper limit */
function readCondition(attribute: Attribute, data: FormData): FitCondition | null {
  const { number } = valuesOf(data)
  const value = data.get('value')
  const [min, max] = [number('min'), number('max')]
  if (attribute.kind === 'number' && min === null && max === null) return null
  return {
    attribute,
    choice: attribute.choices.find((choice) => String(choice.id) === value) ?? null,
    is_true: attribute.kind === 'boolean' ? value === 'yes' : null,
    min,
    max,
  }
}
