import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'

interface DialogProps {
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog, open for as long as it is rendered. Focus goes to the element marked
 * `data-autofocus`: React's own `autoFocus` runs before `showModal()` and would be undone by it.
 */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(dialog)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={() => dialog.current?.close()}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  )
}

interface DrawerProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A panel that slides in from the start side, open for as long as it is rendered. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={styles.drawerPanel}>{children}</div>
    </dialog>
  )
}

function useModal(dialog: React.RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open) return
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [dialog])
}
