import { useEffect, useRef } from 'react'
import CircleAlert from './icons/circle-alert.svg?icon'
import CircleCheck from './icons/circle-check.svg?icon'
import Info from './icons/info.svg?icon'
import X from './icons/x.svg?icon'
import { useStore } from './store.ts'
import styles from './Toasts.module.css'
import { dismissToast, type Toast, toastStore } from './toasts.ts'

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }

/**
 * The region for toasts. It is rendered in the top layer before any toast, because a live region added together with
 * its message is not announced.
 */
export function Toasts({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const toasts = useStore(toastStore)
  const region = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id

  // Reopened for each new toast, to raise it above any dialog opened in the meantime.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new toast
  useEffect(() => {
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [newest])

  return (
    <div ref={region} popover="manual" role="status" aria-label={label} className={styles.region}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} dismissLabel={dismissLabel} />
      ))}
    </div>
  )
}

function ToastCard({ toast, dismissLabel }: { toast: Toast; dismissLabel: string }) {
  const { card, restart } = useClock(toast)
  const Icon = ICONS[toast.type]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops its clock
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link sends click on Enter as well
    <div
      ref={card}
      className={styles.toast}
      data-type={toast.type}
      onPointerLeave={restart}
      onBlur={restart}
      // A followed link prevents the click's default. Dismisses the toast, which would cover the next page.
      onClick={({ defaultPrevented }) => defaultPrevented && dismissToast(toast.id)}
    >
      <Icon size={20} aria-hidden className={styles.icon} />
      <span className={styles.message}>{toast.message}</span>
      <button
        type="button"
        className={styles.dismiss}
        aria-label={dismissLabel}
        onClick={() => dismissToast(toast.id)}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}

/** Dismisses a toast when its time is up; the time restarts once the pointer or focus has left it. */
function useClock({ id, duration }: Toast) {
  const card = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function restart() {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => (card.current?.matches(':hover, :focus-within') ? restart() : dismissToast(id)),
      duration,
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock for the toast's whole life
  useEffect(() => {
    restart()
    return () => clearTimeout(timer.current)
  }, [])

  return { card, restart }
}
