import { useState } from 'react'
import type { AdminAttribute, AttributeForm } from '#contract/admin/attributes.ts'
import type { AttributeKind } from '#contract/attributes.ts'
import { GROUP_NAME_MAX, UNIT_MAX } from '#contract/limits.ts'
import type { Category } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { EntityDialog, type EntityFormProps } from '../parts/EntityDialog.tsx'
import styles from '../parts/Form.module.css'
import type { FormValues } from '../parts/form-values.ts'
import { BilingualFields, NamesFields } from '../parts/NamesFields.tsx'
import { Notice } from '../parts/Notice.tsx'
import { DECIMAL } from '../parts/number-fields.ts'
import { attributes } from './attributes.queries.ts'
import { ChoicesEditor, readChoices } from './ChoicesEditor.tsx'

/** Copied from contract/attributes.ts, because importing it would bundle its schemas. */
const KINDS = ['number', 'boolean', 'choice', 'text'] as const satisfies readonly AttributeKind[]

interface AttributeDialogProps extends EntityFormProps<AdminAttribute> {
  category: Category
}

export function AttributeDialog({ entity: attribute, category, onClose }: AttributeDialogProps) {
  const t = useT()
  const [kind, setKind] = useState<AttributeKind>(attribute?.kind ?? 'number')
  const isConverted = attribute !== null && attribute.products > 0 && kind !== attribute.kind
  return (
    <EntityDialog
      title={t(attribute ? 'admin.editAttribute' : 'admin.newAttribute')}
      about="attribute"
      entity={attribute}
      list={attributes}
      read={(values) => readForm(values, category)}
      onClose={onClose}
    >
      <NamesFields entity={attribute} max={GROUP_NAME_MAX} />
      <Select
        label={t('admin.kind')}
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(target.value as AttributeKind)}
        options={KINDS.map((value) => ({ value, text: t(`admin.kind.${value}`) }))}
      />
      {isConverted && <Notice>{t('admin.kindConverted', { count: attribute.products })}</Notice>}
      {kind === 'number' && <Unit attribute={attribute} />}
      {kind === 'choice' && (
        <ChoicesEditor
          choices={attribute?.choices ?? []}
          // No empty row after a change of kind: the server creates the choices from the products' existing values.
          first={!isConverted}
        />
      )}
      {kind !== 'text' && (
        <Switch
          label={t('admin.isFilter')}
          name="is_filter"
          defaultChecked={attribute?.is_filter ?? true}
        />
      )}
      <Switch
        label={t('admin.isCompared')}
        name="is_compared"
        defaultChecked={attribute?.is_compared ?? true}
      />
    </EntityDialog>
  )
}

/** The unit field; if the unit changes, a second field asks for the factor that converts existing numbers. */
function Unit({ attribute }: { attribute: AdminAttribute | null }) {
  const t = useT()
  const [unit, setUnit] = useState(attribute?.unit ?? '')
  const hasNumbers = attribute?.kind === 'number' && attribute.products > 0
  return (
    <>
      <div className={styles.pair}>
        <BilingualFields
          name="unit"
          labels={[t('admin.unit'), t('admin.unitAr')]}
          now={[attribute?.unit, attribute?.unit_ar]}
          max={UNIT_MAX}
          required={false}
          english={{
            hint: t('admin.unitHint'),
            onChange: ({ target }) => setUnit(target.value),
          }}
        />
      </div>
      {hasNumbers && unit.trim() !== attribute.unit && (
        <Field
          label={t('admin.factor')}
          name="factor"
          {...DECIMAL}
          min={0}
          required
          hint={t('admin.factorHint', { before: attribute.unit, after: unit })}
        />
      )}
    </>
  )
}

function readForm(values: FormValues, category: Category): AttributeForm {
  const { text, figure, isOn, bilingual } = values
  const kind = text('kind') as AttributeKind
  return {
    category,
    ...bilingual('name'),
    kind,
    ...(kind === 'number' ? bilingual('unit') : { unit: '', unit_ar: '' }),
    is_filter: isOn('is_filter'),
    is_compared: isOn('is_compared'),
    choices: kind === 'choice' ? readChoices(values) : [],
    ...(text('factor') && { factor: figure('factor') }),
  }
}
