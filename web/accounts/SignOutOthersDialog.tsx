import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './Choices.module.css'

interface SignOutOthersDialogProps {
  count: number
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function SignOutOthersDialog({ count, busy, onConfirm, onClose }: SignOutOthersDialogProps) {
  const t = useT()
  return (
    <Dialog title={t('devices.endOthersTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <p>{t('devices.endOthersText', { count })}</p>
      <div className={styles.choices}>
        <Button variant="outline" data-autofocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {t('devices.endOthers')}
        </Button>
      </div>
    </Dialog>
  )
}
