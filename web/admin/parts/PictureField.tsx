import { useState } from 'react'
import type { uploadStorefrontPicture } from '#contract/admin/storefront.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { PICTURE_WIDTHS } from '#contract/pictures.ts'
import { ApiError } from '#web/api/request.ts'
import { PICTURE_TYPES, uploadFile } from '#web/api/upload-file.ts'
import { useAction } from '#web/api/useAction.ts'
import { inMegabytes } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { FileField } from '#web/ui/FileField.tsx'
import { useFieldError } from '#web/ui/Form.tsx'
import ImageUp from '#web/ui/icons/image-up.svg?icon'
import { useUploading } from './CheckedForm.tsx'
import { failureText } from './failure-text.ts'
import styles from './PictureField.module.css'
import { Progress } from './Progress.tsx'

/** The recommended aspect ratio, and the width in pixels needed for a sharp picture at full size. */
const WIDE = { ratio: '3:2', width: Math.max(...PICTURE_WIDTHS.wide) }

const megabytes = inMegabytes(PICTURE_BYTES_MAX)

interface PictureFieldProps {
  label: string
  /** The URL of the picture to show above the field; null for none. */
  shown: string | null
  logo?: boolean
  name: string
  required?: boolean
  onUploaded: (picture: ReplyOf<typeof uploadStorefrontPicture>) => void
}

/** A field for a picture. The file is uploaded as soon as it is chosen, but only used once the form is saved. */
export function PictureField(props: PictureFieldProps) {
  const { label, name, shown, logo = false, required = false, onUploaded } = props
  const t = useT()
  const error = useFieldError(name)
  const [, setUploading] = useUploading()
  const [sent, setSent] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const [send] = useAction(async (file: File) => {
    setRefused(undefined)
    setSent(0)
    setUploading(true)
    try {
      const parts = { field: 'image', file, onProgress: setSent }
      onUploaded(await uploadFile('POST /api/admin/pictures', parts))
    } catch (failure) {
      console.warn(failure)
      const message = failure instanceof ApiError ? failure.fields.image?.[0] : undefined
      setRefused(message ?? failureText(failure, 'admin.pictureRefused'))
    } finally {
      setSent(undefined)
      setUploading(false)
    }
  })

  function choose(file: File | undefined) {
    if (!file) return
    if (file.size > PICTURE_BYTES_MAX) setRefused(t('admin.pictureTooLarge', { megabytes }))
    else send(file)
  }

  return (
    <>
      {shown && <img src={shown} alt="" className={styles.preview} data-logo={logo || undefined} />}
      <FileField
        label={label}
        name={name}
        required={required && !shown}
        accept={PICTURE_TYPES}
        disabled={sent !== undefined}
        hint={`${logo ? '' : `${t('admin.pictureWide', WIDE)} `}${t('profile.avatarHint', { megabytes })}`}
        error={refused ?? error}
        onFiles={([file]) => choose(file)}
      >
        <ImageUp size={22} aria-hidden />
        {label}
      </FileField>
      {sent !== undefined && (
        <Progress label={t('admin.uploading', { percent: Math.round(sent * 100) })} part={sent} />
      )}
    </>
  )
}
