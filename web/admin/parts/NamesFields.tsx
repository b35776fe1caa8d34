import type { ChangeEvent, ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Field, TextArea } from '#web/ui/Field.tsx'

interface Common {
  max: number
  /** Applies to the first text; the Arabic one is never required. */
  required?: boolean
  /** Props of the English field only. */
  english?: {
    hint?: ReactNode
    onChange?: (event: ChangeEvent<HTMLInputElement>) => void
    'data-autofocus'?: boolean
  }
}

interface BilingualFieldsProps extends Common {
  /** Of the English field; the Arabic field's name ends with `_ar`. */
  name: string
  labels: readonly [english: string, arabic: string]
  now: readonly [english: string | undefined, arabic: string | undefined]
  /** Of the Arabic field. */
  hint?: ReactNode
  /** Whether the text has several lines. */
  long?: boolean
}

/** Two fields for one text, in English and Arabic; one is enough. */
export function BilingualFields(props: BilingualFieldsProps) {
  const { name, labels, now, max, required = true, english, hint, long = false } = props
  const Control = long ? (TextArea as typeof Field) : Field
  return (
    <>
      <Control
        label={labels[0]}
        name={name}
        required={required}
        maxLength={max}
        lang="en"
        dir="auto"
        defaultValue={now[0]}
        {...english}
      />
      <Control
        label={labels[1]}
        name={`${name}_ar`}
        maxLength={max}
        lang="ar"
        dir="rtl"
        // The same text serves both languages.
        defaultValue={now[1] === now[0] ? '' : now[1]}
        hint={hint}
      />
    </>
  )
}

interface NamesFieldsProps extends Common {
  /** Null for a new entry. */
  entity: { name: string; name_ar: string } | null
}

/** The name of an entry in English and Arabic. */
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
