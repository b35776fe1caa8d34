import { useState } from 'react'
import type { AdminSlide } from '#contract/admin/storefront.ts'
import { ALT_MAX, SLIDE_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { BannerDialog, textsOf, Words } from './BannerDialog.tsx'
import { BannerPicture } from './BannerPicture.tsx'
import { slides } from './storefront.queries.ts'
import { useBannerForm } from './useBannerForm.ts'

const WORDS = [
  { name: 'title', max: SLIDE_MAX.title, required: true },
  { name: 'subtitle', max: SLIDE_MAX.subtitle, required: false },
  { name: 'cta', max: SLIDE_MAX.cta, required: true },
  { name: 'alt', max: ALT_MAX, required: false },
] as const

interface SlideDialogProps {
  /** Null for a new slide. */
  slide: AdminSlide | null
  onClose: () => void
}

/** The form of a slide: texts in both languages, link and picture. */
export function SlideDialog({ slide, onClose }: SlideDialogProps) {
  const t = useT()
  const [picture, setPicture] = useState(slide && { key: slide.picture_key, url: slide.picture })
  const state = useBannerForm((data) => {
    const text = textsOf(data)
    const both = <Name extends string>(name: Name) =>
      ({ [name]: text(name), [`${name}_ar`]: text(`${name}_ar`) }) as Record<
        Name | `${Name}_ar`,
        string
      >
    return slides.save(slide?.id ?? null, {
      ...both('title'),
      ...both('subtitle'),
      ...both('cta'),
      ...both('alt'),
      link: text('link'),
      picture_key: picture?.key ?? '',
      is_active: data.has('is_active'),
    })
  }, onClose)

  return (
    <BannerDialog
      title={t(slide ? 'admin.editSlide' : 'admin.newSlide')}
      state={state}
      link={{ now: slide?.link ?? '/', required: true }}
      isActive={slide?.is_active ?? true}
      onClose={onClose}
    >
      <BannerPicture
        label={t('admin.slidePicture')}
        shown={picture?.url ?? null}
        error={state.wrong.picture_key && t('admin.pictureNeeded')}
        onUploaded={setPicture}
      />
      {WORDS.map(({ name, max, required }) => (
        <Words
          key={name}
          name={name}
          labels={[t(`admin.slide.${name}`), t(`admin.slide.${name}_ar`)]}
          now={[slide?.[name], slide?.[`${name}_ar`]]}
          max={max}
          required={required}
          wrong={state.wrong}
        />
      ))}
    </BannerDialog>
  )
}
