import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import X from './icons/x.svg?icon'

interface DialogProps {
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog, open as long as it is rendered. Focus moves to the element marked `data-autofocus`; React's own
 * `autoFocus` runs before `showModal()`, which would undo it.
 */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const [close, modal] = useModal(onClose)
  const titleId = useId()

  return (
    <dialog {...modal} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={close}>
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

/** A panel that slides in from the start side, open as long as it is rendered. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const [, modal] = useModal(onClose)

  return (
    <dialog {...modal} className={styles.drawer} aria-label={label}>
      <div className={styles.drawerPanel}>{children}</div>
    </dialog>
  )
}

/**
 * @returns a function that closes the dialog unless a listener for its `cancel` event prevents it, as for Escape; and
 * the props that show it as a modal for as long as it is rendered
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    // Close it while it is still in the DOM: only then does focus return to the element that opened it.
    return () => element?.close()
  }, [])
  function close() {
    const element = dialog.current
    if (element?.dispatchEvent(new Event('cancel', { cancelable: true }))) element.close()
  }
  const modal = {
    ref: dialog,
    // The event arrives late: ignore it if the dialog is open again (React's strict mode) or gone.
    onClose: () => dialog.current?.open === false && onClose(),
    onPointerDown(event: PointerEvent) {
      pressed.current = event.target
    },
    // A click on the backdrop. Selecting text past the dialog's edge is a click on the dialog, too, but begins in a field.
    onClick: ({ target }: MouseEvent) =>
      target === dialog.current && target === pressed.current && close(),
  }
  return [close, modal] as const
}
