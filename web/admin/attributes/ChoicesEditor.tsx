import { useState } from 'react'
import type { AttributeForm } from '#contract/admin/attributes.ts'
import { ATTRIBUTE_CHOICES_MAX, GROUP_NAME_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useFieldError } from '#web/ui/Form.tsx'
import ArrowUp from '#web/ui/icons/arrow-up.svg?icon'
import Plus from '#web/ui/icons/plus.svg?icon'
import Trash2 from '#web/ui/icons/trash-2.svg?icon'
import type { FormValues } from '../parts/form-values.ts'
import { BilingualFields } from '../parts/NamesFields.tsx'
import { type Row, useRows } from '../parts/useRows.ts'
import styles from './ChoicesEditor.module.css'

type Choice = AttributeForm['choices'][number]

/** The initial color when staff add a color to a choice. */
const GRAY = '#808080'

interface ChoicesEditorProps {
  choices: readonly Choice[]
  /** Whether to start with an empty row if there are no choices. */
  first: boolean
}

export function ChoicesEditor({ choices, first }: ChoicesEditorProps) {
  const t = useT()
  const error = useFieldError('choices')
  const { rows, add, raise, remove } = useRows(choices.length === 0 && first ? [null] : choices)
  return (
    <fieldset className={styles.list}>
      <legend>{t('admin.choices')}</legend>
      {rows.map((row, place) => (
        <ChoiceRow
          key={row.key}
          row={row}
          number={place + 1}
          onRaise={() => raise(place)}
          onRemove={() => remove(row)}
        />
      ))}
      {error && <p className={styles.error}>{error}</p>}
      <Button variant="outline" disabled={rows.length >= ATTRIBUTE_CHOICES_MAX} onClick={add}>
        <Plus size={18} aria-hidden />
        {t('admin.addChoice')}
      </Button>
    </fieldset>
  )
}

interface ChoiceRowProps {
  row: Row<Choice>
  number: number
  onRaise: () => void
  onRemove: () => void
}

function ChoiceRow({ row: { key, value: choice }, number, onRaise, onRemove }: ChoiceRowProps) {
  const t = useT()
  const [hasSwatch, setSwatch] = useState(Boolean(choice?.swatch))
  const name = t('admin.choiceNumber', { number })
  return (
    <div className={styles.choice}>
      <input type="hidden" name="choice" value={key} />
      <input type="hidden" name={`choice-${key}-id`} value={choice?.id ?? ''} />
      <BilingualFields
        name={`choice-${key}-name`}
        labels={[name, t('admin.inArabic')]}
        now={[choice?.name, choice?.name_ar]}
        max={GROUP_NAME_MAX}
      />
      <div className={styles.tools}>
        <label>
          <input
            type="checkbox"
            checked={hasSwatch}
            onChange={({ target }) => setSwatch(target.checked)}
          />
          {t('admin.swatch')}
        </label>
        {hasSwatch && (
          <input
            type="color"
            name={`choice-${key}-swatch`}
            aria-label={t('admin.swatchOf', { name })}
            defaultValue={choice?.swatch ?? GRAY}
          />
        )}
        <IconButton label={t('admin.up', { name })} disabled={number === 1} onClick={onRaise}>
          <ArrowUp size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('product.deleteNamed', { name })} onClick={onRemove}>
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

export function readChoices({ text, all }: FormValues): Choice[] {
  return all('choice').map((key) => {
    const id = Number(text(`choice-${key}-id`))
    return {
      ...(id > 0 && { id }),
      name: text(`choice-${key}-name`),
      name_ar: text(`choice-${key}-name_ar`),
      swatch: text(`choice-${key}-swatch`) || null,
    }
  })
}
