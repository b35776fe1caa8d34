import { useState } from 'react'
import type { AdminPartner } from '#contract/admin/window.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useWindowForm } from './useWindowForm.ts'
import { WindowPicture } from './WindowPicture.tsx'
import styles from './WindowScreen.module.css'
import { savePartner } from './window.queries.ts'

interface PartnerDialogProps {
  /** Null for a new one. */
  partner: AdminPartner | null
  onClose: () => void
}

/** A partner's name in both languages, logo and address. */
export function PartnerDialog({ partner, onClose }: PartnerDialogProps) {
  const t = useT()
  const [logo, setLogo] = useState(partner && { url: partner.logo, ratio: partner.logo_ratio })
  const { form, wrong, failure, sending, onSubmit } = useWindowForm((data) => {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    return savePartner(partner?.id ?? null, {
      name: text('name'),
      name_ar: text('name_ar'),
      logo: logo?.url ?? '',
      ...(logo && { logo_ratio: logo.ratio }),
      link: text('link') || null,
      is_active: data.has('is_active'),
    })
  }, onClose)

  return (
    <Dialog
      title={t(partner ? 'admin.editPartner' : 'admin.newPartner')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form ref={form} className={styles.form} onSubmit={onSubmit}>
        <WindowPicture
          label={t('admin.logo')}
          shown={logo?.url ?? null}
          logo
          error={wrong.logo && t('admin.pictureNeeded')}
          onUploaded={setLogo}
        />
        <Field
          label={t('admin.name')}
          name="name"
          required
          maxLength={120}
          lang="en"
          dir="ltr"
          defaultValue={partner?.name}
          error={wrong.name?.[0]}
        />
        <Field
          label={t('admin.nameAr')}
          name="name_ar"
          required
          maxLength={120}
          lang="ar"
          dir="rtl"
          defaultValue={partner?.name_ar}
          error={wrong.name_ar?.[0]}
        />
        <Field
          label={t('admin.link')}
          name="link"
          maxLength={500}
          dir="ltr"
          defaultValue={partner?.link ?? ''}
          hint={t('admin.linkHint')}
          error={wrong.link && t('admin.linkHint')}
        />
        <Switch
          label={t('admin.visible')}
          name="is_active"
          defaultChecked={partner?.is_active ?? true}
        />
        {failure && <Notice bad>{t(failure)}</Notice>}
        <Button type="submit" wide busy={sending}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}
