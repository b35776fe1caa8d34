import { LINK_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'

interface LinkFieldsProps {
  link: string
  required?: boolean
  isActive: boolean
}

export function LinkFields({ link, required = false, isActive }: LinkFieldsProps) {
  const t = useT()
  return (
    <>
      <Field
        label={required ? t('admin.link') : t('form.optional', { label: t('admin.link') })}
        name="link"
        required={required}
        maxLength={LINK_MAX}
        dir="ltr"
        defaultValue={link}
        hint={t('admin.linkHint')}
      />
      <Switch label={t('admin.visible')} name="is_active" defaultChecked={isActive} />
    </>
  )
}
