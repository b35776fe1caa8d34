import { useState } from 'react'
import type { AdminPartner } from '#contract/admin/storefront.ts'
import { PARTNER_NAME_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { EntityDialog, type EntityFormProps } from '../parts/EntityDialog.tsx'
import { NamesFields } from '../parts/NamesFields.tsx'
import { PictureField } from '../parts/PictureField.tsx'
import { LinkFields } from './LinkFields.tsx'
import { partners } from './storefront.queries.ts'

export function PartnerDialog({ entity: partner, onClose }: EntityFormProps<AdminPartner>) {
  const t = useT()
  const [logo, setLogo] = useState(partner && { url: partner.logo, ratio: partner.logo_ratio })
  return (
    <EntityDialog
      title={t(partner ? 'admin.editPartner' : 'admin.newPartner')}
      about="partner"
      entity={partner}
      list={partners}
      read={({ text, isOn, bilingual }) => ({
        ...bilingual('name'),
        logo: logo?.url ?? '',
        ...(logo && { logo_ratio: logo.ratio }),
        link: text('link') || null,
        is_active: isOn('is_active'),
      })}
      onClose={onClose}
    >
      <PictureField
        label={t('admin.logo')}
        name="logo"
        shown={logo?.url ?? null}
        logo
        required
        onUploaded={setLogo}
      />
      <NamesFields entity={partner} max={PARTNER_NAME_MAX} />
      <LinkFields link={partner?.link ?? ''} isActive={partner?.is_active ?? true} />
    </EntityDialog>
  )
}
