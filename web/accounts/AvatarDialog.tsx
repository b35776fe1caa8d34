import { useEffect, useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { PICTURE_TYPES } from '#web/api/upload-file.ts'
import { useAction } from '#web/api/useAction.ts'
import { inMegabytes } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { Form } from '#web/ui/Form.tsx'
import ImageUp from '#web/ui/icons/image-up.svg?icon'
import styles from './AvatarDialog.module.css'
import { uploadAvatar } from './profile.queries.ts'

const megabytes = inMegabytes(PICTURE_BYTES_MAX)

/** If an upload fails, the error is only logged and the dialog stays open, so that the user can try again. */
export default function AvatarDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [file, setFile] = useState<File>()
  const [errors, setErrors] = useState<FieldErrors>({})
  const preview = usePreview(file)

  const [send, sending] = useAction(async (picture: File) => {
    try {
      await uploadAvatar(picture)
      onClose()
    } catch (error) {
      console.error(error)
    }
  })

  const missing = { picture: [t('profile.avatarRequired')] }

  function onSend() {
    setErrors(file ? {} : missing)
    if (file) send(file)
  }

  return (
    <Dialog title={t('profile.avatarTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <Form className={styles.form} errors={errors} onSend={onSend} noValidate>
        <FileField
          label={t('profile.avatarFile')}
          accept={PICTURE_TYPES}
          tall
          required
          hint={t('profile.avatarHint', { megabytes })}
          error={errors.picture?.[0]}
          onFiles={([chosen]) => {
            const isOther = chosen?.type && !PICTURE_TYPES.split(',').includes(chosen.type)
            setFile(isOther ? undefined : chosen)
            setErrors(isOther ? missing : {})
          }}
        >
          {preview ? (
            <img src={preview} alt="" className={styles.preview} />
          ) : (
            <ImageUp size={32} aria-hidden />
          )}
          {file ? <bdi>{file.name}</bdi> : t('profile.avatarChoose')}
        </FileField>
        <Button type="submit" wide busy={sending}>
          {t('profile.avatarUpload')}
        </Button>
      </Form>
    </Dialog>
  )
}

function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
