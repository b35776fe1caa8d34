import { useT } from '#web/i18n/useI18n.ts'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'

interface SignOutOthersDialogProps {
  count: number
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function SignOutOthersDialog({ count, ...rest }: SignOutOthersDialogProps) {
  const t = useT()
  return (
    <QuestionDialog
      title={t('devices.endOthersTitle')}
      closeLabel={t('common.close')}
      cancel={t('common.cancel')}
      confirm={t('devices.endOthers')}
      danger
      {...rest}
    >
      <p>{t('devices.endOthersText', { count })}</p>
    </QuestionDialog>
  )
}
