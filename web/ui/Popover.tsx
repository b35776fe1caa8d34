import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import styles from './Popover.module.css'

interface PopoverProps {
  label: string
  trigger: ReactNode
  triggerClass?: string | undefined
  children: ReactNode
  onOpen?: () => void
  /** Wide panels hold products, narrow ones hold menus. */
  wide?: boolean
}

const GAP = 8

/**
 * A button that opens a panel of links and buttons. The browser opens the panel, closes it on Escape or an outside
 * click, and keeps it on top; following a link in the panel also closes it.
 */
export function Popover({ label, trigger, triggerClass, children, onOpen, wide }: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  function closeAfterLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a, [data-closes]')) {
      panel.current?.hidePopover()
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(styles.trigger, triggerClass)}
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only watches the links inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link sends click on Enter as well */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={cx(styles.panel, wide && styles.wide)}
        onClick={closeAfterLink}
        onToggle={(event) => {
          const opened = event.newState === 'open'
          setOpen(opened)
          if (!opened) return
          if (button.current && panel.current) place(button.current, panel.current)
          onOpen?.()
        }}
      >
        {open && children}
      </div>
    </>
  )
}

/** Places the panel below the end of its button, within the window; not all supported browsers can anchor it in CSS. */
function place(button: HTMLElement, panel: HTMLElement) {
  const rect = button.getBoundingClientRect()
  const window = document.documentElement.clientWidth
  const toEnd = document.documentElement.dir === 'rtl' ? rect.left : window - rect.right
  const end = Math.max(GAP, Math.min(toEnd, window - panel.offsetWidth - GAP))
  panel.style.insetInlineEnd = `${end}px`
  panel.style.insetBlockStart = `${rect.bottom + GAP}px`
}
