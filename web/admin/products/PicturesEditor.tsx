import { useState } from 'react'
import { ALT_MAX, PICTURE_BYTES_MAX, PICTURES_MAX } from '#contract/limits.ts'
import { PICTURE_TYPES } from '#web/api/upload-file.ts'
import { inMegabytes } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { useFieldError } from '#web/ui/Form.tsx'
import ArrowLeft from '#web/ui/icons/arrow-left.svg?icon'
import ArrowRight from '#web/ui/icons/arrow-right.svg?icon'
import ImageUp from '#web/ui/icons/image-up.svg?icon'
import Trash2 from '#web/ui/icons/trash-2.svg?icon'
import styles from './PicturesEditor.module.css'
import form from './ProductEditor.module.css'
import type { PictureItem } from './save-product.ts'
import type { Pictures } from './usePictures.ts'

const megabytes = inMegabytes(PICTURE_BYTES_MAX)

/** The product's pictures in display order; product cards show the first. */
export function PicturesEditor({ pictures }: { pictures: Pictures }) {
  const t = useT()
  const [tooLarge, setTooLarge] = useState(false)
  const { items, add } = pictures
  const refused = [useFieldError('pictures'), useFieldError('image')].find(Boolean)

  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t('admin.pictures')}</legend>
      {items.length > 0 && (
        <ol className={styles.list}>
          {items.map((item, place) => (
            <PictureCard key={item.id} item={item} place={place} pictures={pictures} />
          ))}
        </ol>
      )}
      <FileField
        label={t('admin.addPictures')}
        accept={PICTURE_TYPES}
        multiple
        disabled={items.length >= PICTURES_MAX}
        hint={t('admin.picturesHint', { megabytes, count: PICTURES_MAX })}
        error={tooLarge ? t('admin.pictureTooLarge', { megabytes }) : refused}
        onFiles={(files) => setTooLarge(add(files).tooLarge)}
      >
        <ImageUp size={22} aria-hidden />
        {t('admin.addPictures')}
      </FileField>
    </fieldset>
  )
}

interface PictureCardProps {
  item: PictureItem
  place: number
  pictures: Pictures
}

function PictureCard({ item, place, pictures }: PictureCardProps) {
  const t = useT()
  const number = place + 1
  return (
    <li className={styles.card}>
      <div className={styles.well}>
        <img src={item.url} alt={item.alt} className={styles.picture} />
        {place === 0 && <span className={styles.first}>{t('admin.pictureFirst')}</span>}
      </div>
      <PictureState item={item} pictures={pictures} />
      <div className={styles.tools}>
        <IconButton
          label={t('admin.pictureEarlier', { number })}
          disabled={place === 0}
          onClick={() => pictures.move(item.id, -1)}
        >
          <ArrowLeft size={18} aria-hidden className="mirrored" />
        </IconButton>
        <IconButton
          label={t('admin.pictureLater', { number })}
          disabled={number === pictures.items.length}
          onClick={() => pictures.move(item.id, 1)}
        >
          <ArrowRight size={18} aria-hidden className="mirrored" />
        </IconButton>
        <IconButton
          label={t('admin.pictureRemove', { number })}
          onClick={() => pictures.remove(item.id)}
        >
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </div>
      <details className={styles.words}>
        <summary className={styles.summary}>{t('admin.pictureWords')}</summary>
        <Field
          label={t('form.optional', { label: t('admin.alt') })}
          lang="en"
          dir="ltr"
          maxLength={ALT_MAX}
          value={item.alt}
          onChange={(event) => pictures.describe(item.id, { alt: event.target.value })}
        />
        <Field
          label={t('form.optional', { label: t('admin.altAr') })}
          lang="ar"
          dir="rtl"
          maxLength={ALT_MAX}
          value={item.alt_ar}
          onChange={(event) => pictures.describe(item.id, { alt_ar: event.target.value })}
        />
      </details>
    </li>
  )
}

function PictureState({ item, pictures }: { item: PictureItem; pictures: Pictures }) {
  const t = useT()
  if (item.key) return null
  const part = pictures.sent[item.id]
  if (pictures.refused.has(item.id)) {
    return <p className={form.error}>{t('admin.pictureRefused')}</p>
  }
  if (part === undefined) return <p className={styles.waiting}>{t('admin.pictureWaiting')}</p>
  const percent = Math.round(part * 100)
  return (
    <progress
      max={100}
      value={percent}
      className={styles.progress}
      aria-label={t('admin.uploading', { percent })}
    />
  )
}
