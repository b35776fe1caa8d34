import type { ChangeEvent, ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Field, TextArea } from '#web/ui/Field.tsx'

interface Common {
  max: number
  required?: boolean | 'english'
  /** What only the English field has. */
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
  /** Whether the text has several lines. */
  long?: boolean
}

/** Two fields for one text, in English and Arabic. */
export function BilingualFields(props: BilingualFieldsProps) {
  const { name, labels, now, max, required = true, english, long = false } = props
  const Control = long ? (TextArea as typeof Field) : Field
  return (
    <>
      <Control
        label={labels[0]}
        name={name}
        required={required !== false}
        maxLength={max}
        lang="en"
        dir="ltr"
        defaultValue={now[0]}
        {...english}
      />
      <Control
        label={labels[1]}
        name={`${name}_ar`}
        required={required === true}
        maxLength={max}
        lang="ar"
        dir="rtl"
        defaultValue={now[1]}
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
      labels={[t('admin.name'), t('admin.nameAr')]}
      now={[entity?.name, entity?.name_ar]}
      {...rest}
    />
  )
}
