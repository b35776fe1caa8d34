import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'
import { failureText, reasonOf } from './failure-text.ts'
import { Notice } from './Notice.tsx'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  confirm: string
  /** The label of the button that closes the dialog; "Cancel" by default. */
  cancel?: string
  danger?: boolean
  /** Checks the dialog's fields and shows their errors; the action runs only if it returns true. */
  isReady?: () => boolean
  act: () => Promise<void>
  /** The message shown if the server rejects the action, unless `failureText` has a more specific one. */
  refused?: MessageId
  /** Whether the server's reason for a conflict (409) replaces `refused`. */
  saysReason?: boolean
  /** Shows an error next to its field. @returns whether the error belongs to a field of the dialog */
  showAtField?: (error: unknown) => boolean
  onClose: () => void
}

/** Asks for confirmation before an action; stays open if the action fails. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel,
  danger = false,
  isReady,
  act,
  refused,
  saysReason = false,
  showAtField,
  onClose,
}: ConfirmDialogProps) {
  const t = useT()
  const [failure, setFailure] = useState<string>()
  const [run, running] = useAction(async () => {
    setFailure(undefined)
    if (isReady?.() === false) return
    try {
      await act()
      onClose()
    } catch (error) {
      console.warn(error)
      if (showAtField?.(error)) return
      setFailure(
        isTooEarly(error)
          ? t('admin.moveLater', { minutes: Math.ceil(error.retryAfter / 60) })
          : (saysReason && reasonOf(error)) || failureText(error, refused),
      )
    }
  })
  return (
    <QuestionDialog
      title={title}
      closeLabel={t('common.close')}
      cancel={cancel ?? t('common.cancel')}
      confirm={confirm}
      danger={danger}
      busy={running}
      onConfirm={run}
      onClose={onClose}
    >
      {children}
      {failure && <Notice bad>{failure}</Notice>}
    </QuestionDialog>
  )
}

/** Whether the server rejected the action only temporarily, because the customer may still be paying. */
function isTooEarly(error: unknown): error is ApiError & { retryAfter: number } {
  return error instanceof ApiError && error.status === 409 && error.retryAfter !== null
}
