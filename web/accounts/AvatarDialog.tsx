import ImageUp from 'lucide-react/icons/image-up'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { useAction } from '#web/api/useAction.ts'
import { inMegabytes } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './AvatarDialog.module.css'
import { uploadAvatar } from './accounts.queries.ts'

const megabytes = inMegabytes(PICTURE_BYTES_MAX)

/** Upload of a new picture. A failure is logged only; the dialog then stays for another try. */
export default function AvatarDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const inputId = useId()
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState(false)
  const preview = usePreview(file)

  const [send, sending] = useAction(async (picture: File) => {
    try {
      await uploadAvatar(picture)
      onClose()
    } catch (error) {
      console.error(error)
    }
  })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setMissing(!file)
    if (file) send(file)
  }

  return (
    <Dialog title={t('profile.avatarTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {/* The native control speaks the browser's language, so it lies unseen over our own. */}
        <div className={styles.field}>
          <input
            id={inputId}
            type="file"
            name="image"
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            required
            className={styles.input}
            aria-label={t('profile.avatarFile')}
            aria-describedby={`${inputId}-hint`}
            aria-invalid={missing || undefined}
            onChange={(event) => {
              setFile(event.target.files?.[0])
              setMissing(false)
            }}
          />
          {preview ? (
            <img src={preview} alt="" className={styles.preview} />
          ) : (
            <ImageUp size={32} aria-hidden />
          )}
          <span className={styles.words}>
            {file ? <bdi>{file.name}</bdi> : t('profile.avatarChoose')}
          </span>
        </div>
        <p id={`${inputId}-hint`} className={missing ? styles.missing : styles.hint}>
          {missing ? t('profile.avatarRequired') : t('profile.avatarHint', { megabytes })}
        </p>
        <Button type="submit" wide busy={sending}>
          {t('profile.avatarUpload')}
        </Button>
      </form>
    </Dialog>
  )
}

/** An address for showing a file that is not uploaded yet. */
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
