import type { ChangeEvent, ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

interface Common {
  max: number
  /** Whether the English text is required; the Arabic one never is. */
  required?: boolean
  english?: {
    hint?: ReactNode
    onChange?: (event: ChangeEvent<HTMLInputElement>) => void
    'data-autofocus'?: boolean
  }
}

interface BilingualFieldsProps extends Common {
  /** The name of the English field; `_ar` is added for the name of the Arabic field. */
  name: string
  labels: readonly [english: string, arabic: string]
  now: readonly [english: string | undefined, arabic: string | undefined]
  hint?: ReactNode
  /** Whether the text has several lines. */
  long?: boolean
}

/** A pair of fields for a text in English and Arabic. The Arabic field may stay empty. */
export function BilingualFields(props: BilingualFieldsProps) {
  const { name, labels, now, max, required = true, english, hint, long = false } = props
  const t = useT()
  const Control = long ? (TextArea as typeof Field) : Field
  const optional = (label: string) => t('form.optional', { label })
  return (
    <>
      <Control
        label={required ? labels[0] : optional(labels[0])}
        name={name}
        required={required}
        maxLength={max}
        lang="en"
        dir="auto"
        defaultValue={now[0]}
        {...english}
      />
      <Control
        label={optional(labels[1])}
        name={`${name}_ar`}
        maxLength={max}
        lang="ar"
        dir="rtl"
        // Shown empty if it equals the English text, which is used for both languages if this field is left empty.
        defaultValue={now[1] === now[0] ? '' : now[1]}
        hint={hint}
      />
    </>
  )
}

interface NamesFieldsProps extends Common {
  entity: { name: string; name_ar: string } | null
}

export function NamesFields({ entity, ...rest }: NamesFieldsProps) {
  const t = useT()
  return (
    <BilingualFields
      name="name"
      labels={[t('admin.nameEn'), t('admin.nameAr')]}
      now={[entity?.name, entity?.name_ar]}
      hint={t('admin.arabicHint')}
      {...rest}
    />
  )
}
