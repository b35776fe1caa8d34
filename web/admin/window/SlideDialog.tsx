import { useState } from 'react'
import type { AdminSlide } from '#contract/admin/window.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useWindowForm } from './useWindowForm.ts'
import { WindowPicture } from './WindowPicture.tsx'
import styles from './WindowScreen.module.css'
import { saveSlide } from './window.queries.ts'

const WORDS = [
  { name: 'title', max: 120, required: true },
  { name: 'subtitle', max: 200, required: false },
  { name: 'cta', max: 40, required: true },
  { name: 'alt', max: 200, required: false },
] as const

interface SlideDialogProps {
  /** Null for a new one. */
  slide: AdminSlide | null
  onClose: () => void
}

/** The words of a slide in both languages, where it leads and its picture. */
export function SlideDialog({ slide, onClose }: SlideDialogProps) {
  const t = useT()
  const [picture, setPicture] = useState(slide && { key: slide.picture_key, url: slide.picture })
  const { form, wrong, failure, sending, onSubmit } = useWindowForm((data) => {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const both = <Name extends string>(name: Name) =>
      ({ [name]: text(name), [`${name}_ar`]: text(`${name}_ar`) }) as Record<
        Name | `${Name}_ar`,
        string
      >
    return saveSlide(slide?.id ?? null, {
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
    <Dialog
      title={t(slide ? 'admin.editSlide' : 'admin.newSlide')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form ref={form} className={styles.form} onSubmit={onSubmit}>
        <WindowPicture
          label={t('admin.slidePicture')}
          shown={picture?.url ?? null}
          error={wrong.picture_key && t('admin.pictureNeeded')}
          onUploaded={setPicture}
        />
        {WORDS.flatMap(({ name, max, required }) => [
          <Field
            key={name}
            label={t(`admin.slide.${name}`)}
            name={name}
            required={required}
            maxLength={max}
            lang="en"
            dir="ltr"
            defaultValue={slide?.[name]}
            error={wrong[name]?.[0]}
          />,
          <Field
            key={`${name}_ar`}
            label={t(`admin.slide.${name}_ar`)}
            name={`${name}_ar`}
            required={required}
            maxLength={max}
            lang="ar"
            dir="rtl"
            defaultValue={slide?.[`${name}_ar`]}
            error={wrong[`${name}_ar`]?.[0]}
          />,
        ])}
        <Field
          label={t('admin.link')}
          name="link"
          required
          maxLength={500}
          dir="ltr"
          defaultValue={slide?.link ?? '/'}
          hint={t('admin.linkHint')}
          error={wrong.link && t('admin.linkHint')}
        />
        <Switch
          label={t('admin.visible')}
          name="is_active"
          defaultChecked={slide?.is_active ?? true}
        />
        {failure && <Notice bad>{t(failure)}</Notice>}
        <Button type="submit" wide busy={sending}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}
