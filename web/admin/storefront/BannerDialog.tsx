import type { ReactNode } from 'react'
import { LINK_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Notice } from '../parts/Notice.tsx'
import styles from './StorefrontScreen.module.css'
import type { useBannerForm } from './useBannerForm.ts'

interface BannerDialogProps {
  title: string
  state: ReturnType<typeof useBannerForm>
  /** The link's current address. */
  link: { now: string; required: boolean }
  isActive: boolean
  onClose: () => void
  /** The fields for picture and texts. */
  children: ReactNode
}

/** The form of a slide or a partner: the shared fields, below the specific ones. */
export function BannerDialog({
  title,
  state: { form, wrong, failure, sending, onSubmit },
  link,
  isActive,
  onClose,
  children,
}: BannerDialogProps) {
  const t = useT()
  return (
    <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit}>
        {children}
        <Field
          label={t('admin.link')}
          name="link"
          required={link.required}
          maxLength={LINK_MAX}
          dir="ltr"
          defaultValue={link.now}
          hint={t('admin.linkHint')}
          error={wrong.link && t('admin.linkHint')}
        />
        <Switch label={t('admin.visible')} name="is_active" defaultChecked={isActive} />
        {failure && <Notice bad>{failure}</Notice>}
        <Button type="submit" wide busy={sending}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}

interface WordsProps {
  /** The name of the English field; the Arabic field's name ends with `_ar`. */
  name: string
  labels: readonly [english: string, arabic: string]
  now: readonly [english: string | undefined, arabic: string | undefined]
  max: number
  required: boolean | 'english'
  wrong: ReturnType<typeof useBannerForm>['wrong']
}

/** Two fields for one text, in English and Arabic. */
export function Words({ name, labels, now, max, required, wrong }: WordsProps) {
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
        error={wrong[name]?.[0]}
      />
      <Field
        label={labels[1]}
        name={`${name}_ar`}
        required={required === true}
        maxLength={max}
        lang="ar"
        dir="rtl"
        defaultValue={now[1]}
        error={wrong[`${name}_ar`]?.[0]}
      />
    </>
  )
}

/** Returns a function that reads a field's text by its name, trimmed. */
export function textsOf(data: FormData): (name: string) => string {
  return (name) => String(data.get(name) ?? '').trim()
}
