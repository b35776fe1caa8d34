import { useState } from 'react'
import type { AdminSlide } from '#contract/admin/storefront.ts'
import { ALT_MAX, SLIDE_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { EntityDialog, type EntityFormProps } from '../parts/EntityDialog.tsx'
import { BilingualFields } from '../parts/NamesFields.tsx'
import { PictureField } from '../parts/PictureField.tsx'
import { LinkFields } from './LinkFields.tsx'
import { slides } from './storefront.queries.ts'

const TEXTS = [
  { name: 'title', max: SLIDE_MAX.title, required: true },
  { name: 'subtitle', max: SLIDE_MAX.subtitle, required: false },
  { name: 'cta', max: SLIDE_MAX.cta, required: true },
  { name: 'alt', max: ALT_MAX, required: false },
] as const

export function SlideDialog({ entity: slide, onClose }: EntityFormProps<AdminSlide>) {
  const t = useT()
  const [picture, setPicture] = useState(slide && { key: slide.picture_key, url: slide.picture })
  return (
    <EntityDialog
      title={t(slide ? 'admin.editSlide' : 'admin.newSlide')}
      about="slide"
      entity={slide}
      list={slides}
      read={({ text, isOn, bilingual }) => ({
        ...bilingual('title'),
        ...bilingual('subtitle'),
        ...bilingual('cta'),
        ...bilingual('alt'),
        link: text('link'),
        picture_key: picture?.key ?? '',
        is_active: isOn('is_active'),
      })}
      onClose={onClose}
    >
      <PictureField
        label={t('admin.slidePicture')}
        name="picture_key"
        shown={picture?.url ?? null}
        required
        onUploaded={setPicture}
      />
      {TEXTS.map(({ name, ...limits }) => (
        <BilingualFields
          key={name}
          name={name}
          labels={[t(`admin.slide.${name}`), t(`admin.slide.${name}_ar`)]}
          now={[slide?.[name], slide?.[`${name}_ar`]]}
          {...limits}
        />
      ))}
      <LinkFields link={slide?.link ?? '/'} required isActive={slide?.is_active ?? true} />
    </EntityDialog>
  )
}
