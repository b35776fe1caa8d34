import { useState } from 'react'
import type { AdminPartner } from '#contract/admin/window.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { useWindowForm } from './useWindowForm.ts'
import { textsOf, WindowDialog, Words } from './WindowDialog.tsx'
import { WindowPicture } from './WindowPicture.tsx'
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
  const state = useWindowForm((data) => {
    const text = textsOf(data)
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
    <WindowDialog
      title={t(partner ? 'admin.editPartner' : 'admin.newPartner')}
      state={state}
      link={{ now: partner?.link ?? '', required: false }}
      isActive={partner?.is_active ?? true}
      onClose={onClose}
    >
      <WindowPicture
        label={t('admin.logo')}
        shown={logo?.url ?? null}
        logo
        error={state.wrong.logo && t('admin.pictureNeeded')}
        onUploaded={setLogo}
      />
      <Words
        name="name"
        labels={[t('admin.name'), t('admin.nameAr')]}
        now={[partner?.name, partner?.name_ar]}
        max={120}
        required
        wrong={state.wrong}
      />
    </WindowDialog>
  )
}
