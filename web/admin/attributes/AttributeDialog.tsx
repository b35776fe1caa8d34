import { useState } from 'react'
import type { AdminAttribute, AttributeForm } from '#contract/admin/attributes.ts'
import type { AttributeKind } from '#contract/attributes.ts'
import { GROUP_NAME_MAX, UNIT_MAX } from '#contract/limits.ts'
import type { Category } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import styles from '../parts/Form.module.css'
import { Notice } from '../parts/Notice.tsx'
import { textsOf, Words } from '../storefront/BannerDialog.tsx'
import { useBannerForm } from '../storefront/useBannerForm.ts'
import { attributes } from './attributes.queries.ts'
import { ChoicesEditor, readChoices } from './ChoicesEditor.tsx'

/** The wire's values; an import from contract/attributes.ts would bring its schemas along. */
const KINDS = ['number', 'boolean', 'choice', 'text'] as const satisfies readonly AttributeKind[]

interface AttributeDialogProps {
  /** Null for a new attribute. */
  attribute: AdminAttribute | null
  category: Category
  onClose: () => void
}

/** The form of an attribute: its kind decides what else is asked for. */
export function AttributeDialog({ attribute, category, onClose }: AttributeDialogProps) {
  const t = useT()
  const [kind, setKind] = useState<AttributeKind>(attribute?.kind ?? 'number')
  const state = useBannerForm(
    (data) => attributes.save(attribute?.id ?? null, readAttribute(data, category)),
    onClose,
  )
  const { form, wrong, failure, sending, onSubmit } = state
  const isConverted = attribute !== null && attribute.products > 0 && kind !== attribute.kind
  return (
    <Dialog
      title={t(attribute ? 'admin.editAttribute' : 'admin.newAttribute')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form ref={form} className={styles.form} onSubmit={onSubmit}>
        <Words
          name="name"
          labels={[t('admin.name'), t('admin.nameAr')]}
          now={[attribute?.name, attribute?.name_ar]}
          max={GROUP_NAME_MAX}
          required
          wrong={wrong}
        />
        <Select
          label={t('admin.kind')}
          name="kind"
          value={kind}
          error={wrong.kind?.[0]}
          onChange={({ target }) => setKind(target.value as AttributeKind)}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`admin.kind.${one}`)}
            </option>
          ))}
        </Select>
        {isConverted && <Notice>{t('admin.kindConverted', { count: attribute.products })}</Notice>}
        {kind === 'number' && <Unit attribute={attribute} wrong={wrong} />}
        {kind === 'choice' && (
          <ChoicesEditor
            choices={attribute?.choices ?? []}
            // Converted values become choices by themselves.
            first={!isConverted}
            error={wrong.choices?.[0]}
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
        {failure && <Notice bad>{failure}</Notice>}
        <Button type="submit" wide busy={sending}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}

interface UnitProps {
  attribute: AdminAttribute | null
  wrong: ReturnType<typeof useBannerForm>['wrong']
}

/** The unit; another one asks what existing numbers become. */
function Unit({ attribute, wrong }: UnitProps) {
  const t = useT()
  const [unit, setUnit] = useState(attribute?.unit ?? '')
  const hasNumbers = attribute?.kind === 'number' && attribute.products > 0
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={t('admin.unit')}
          name="unit"
          dir="ltr"
          lang="en"
          maxLength={UNIT_MAX}
          value={unit}
          onChange={({ target }) => setUnit(target.value)}
          hint={t('admin.unitHint')}
          error={wrong.unit?.[0]}
        />
        <Field
          label={t('admin.unitAr')}
          name="unit_ar"
          dir="rtl"
          lang="ar"
          maxLength={UNIT_MAX}
          defaultValue={attribute?.unit_ar}
          error={wrong.unit_ar?.[0]}
        />
      </div>
      {hasNumbers && unit.trim() !== attribute.unit && (
        <Field
          label={t('admin.factor')}
          name="factor"
          type="number"
          step="any"
          min={0}
          dir="ltr"
          required
          hint={t('admin.factorHint', { before: attribute.unit, after: unit })}
          error={wrong.factor?.[0]}
        />
      )}
    </>
  )
}

function readAttribute(data: FormData, category: Category): AttributeForm {
  const text = textsOf(data)
  const kind = text('kind') as AttributeKind
  const isNumber = kind === 'number'
  return {
    category,
    name: text('name'),
    name_ar: text('name_ar'),
    kind,
    unit: isNumber ? text('unit') : '',
    unit_ar: isNumber ? text('unit_ar') : '',
    is_filter: data.has('is_filter'),
    is_compared: data.has('is_compared'),
    choices: kind === 'choice' ? readChoices(data) : [],
    ...(text('factor') && { factor: Number(text('factor')) }),
  }
}
