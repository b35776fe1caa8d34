import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import X from '#web/ui/icons/x.svg?icon'
import { Notice } from '../parts/Notice.tsx'
import { ViewOnly } from '../parts/ViewOnly.tsx'
import styles from './EditModal.module.css'

interface EditModalProps {
  title: string
  /** Whether closing would lose unsaved changes. */
  isDirty: () => boolean
  onClose: () => void
  children: ReactNode
}

/**
 * The admin's edit modal. As specified, it is shown and hidden through its display style. A click outside does not
 * close it, because that could lose many changes.
 */
export function EditModal({ title, isDirty, onClose, children }: EditModalProps) {
  const t = useT()
  const modal = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [asking, setAsking] = useState(false)

  useEffect(() => {
    const element = modal.current
    if (!element || element.open) return
    element.style.display = 'block'
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])

  function hide() {
    if (modal.current) modal.current.style.display = 'none'
    onClose()
  }

  function leave() {
    if (isDirty()) setAsking(true)
    else hide()
  }

  return (
    <dialog
      ref={modal}
      className={styles.modal}
      aria-labelledby={titleId}
      onClose={hide}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <ViewOnly />
        <IconButton label={t('common.close')} onClick={leave}>
          <X size={20} aria-hidden />
        </IconButton>
        {asking && (
          <div className={styles.asking}>
            <Notice bad>
              {t('admin.unsaved')}
              <div className={styles.choices}>
                <Button variant="outline" onClick={() => setAsking(false)}>
                  {t('admin.keepEditing')}
                </Button>
                <Button variant="danger" onClick={hide}>
                  {t('admin.discard')}
                </Button>
              </div>
            </Notice>
          </div>
        )}
      </div>
      {children}
    </dialog>
  )
}
