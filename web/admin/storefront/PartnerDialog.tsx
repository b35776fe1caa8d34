import { useState } from 'react'
import type { AdminPartner } from '#contract/admin/storefront.ts'
import { PARTNER_NAME_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { BannerDialog, textsOf, Words } from './BannerDialog.tsx'
import { BannerPicture } from './BannerPicture.tsx'
import { partners } from './storefront.queries.ts'
import { useBannerForm } from './useBannerForm.ts'

interface PartnerDialogProps {
  /** Null for a new partner. */
  partner: AdminPartner | null
  onClose: () => void
}

/** The form of a partner: name in both languages, logo and link. */
export function PartnerDialog({ partner, onClose }: PartnerDialogProps) {
  const t = useT()
  const [logo, setLogo] = useState(partner && { url: partner.logo, ratio: partner.logo_ratio })
  const state = useBannerForm((data) => {
    const text = textsOf(data)
    return partners.save(partner?.id ?? null, {
      name: text('name'),
      name_ar: text('name_ar'),
      logo: logo?.url ?? '',
      ...(logo && { logo_ratio: logo.ratio }),
      link: text('link') || null,
      is_active: data.has('is_active'),
    })
  }, onClose)

  return (
    <BannerDialog
      title={t(partner ? 'admin.editPartner' : 'admin.newPartner')}
      state={state}
      link={{ now: partner?.link ?? '', required: false }}
      isActive={partner?.is_active ?? true}
      onClose={onClose}
    >
      <BannerPicture
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
        max={PARTNER_NAME_MAX}
        required
        wrong={state.wrong}
      />
    </BannerDialog>
  )
}
