import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'

interface Common {
  max: number
  required?: boolean | 'english'
}

interface BilingualFieldsProps extends Common {
  /** Of the English field; the Arabic field's name ends with `_ar`. */
  name: string
  labels: readonly [english: string, arabic: string]
  now: readonly [english: string | undefined, arabic: string | undefined]
}

/** Two fields for one text, in English and Arabic. */
export function BilingualFields({ name, labels, now, max, required = true }: BilingualFieldsProps) {
  return (
    <>
      <Field
        label={labels[0]}
        name={name}
        required={required !== false}
        maxLength={max}
        lang="en"
        dir="ltr"
        defaultValue={now[0]}
      />
      <Field
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
