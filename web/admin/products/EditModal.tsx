import { type ReactNode, useId } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { useModal } from '#web/ui/Dialog.tsx'
import X from '#web/ui/icons/x.svg?icon'
import { ViewOnly } from '../parts/ViewOnly.tsx'
import styles from './EditModal.module.css'

interface EditModalProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** The admin's edit modal. As specified, it is shown and hidden through its display style. */
export function EditModal({ title, onClose, children }: EditModalProps) {
  const t = useT()
  const titleId = useId()
  const [close, modal] = useModal(() => {
    if (modal.ref.current) modal.ref.current.style.display = 'none'
    onClose()
  })

  return (
    <dialog
      {...modal}
      className={styles.modal}
      style={{ display: 'block' }}
      aria-labelledby={titleId}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <ViewOnly />
        <IconButton label={t('common.close')} onClick={close}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      {children}
    </dialog>
  )
}
