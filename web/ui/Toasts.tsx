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
 * The region for toasts. It is in the page and in the top layer from the start, because a live region added together
 * with its message is not announced.
 */
export function Toasts({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const toasts = useStore(toastStore)
  const region = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id

  // Shown again for each new toast, which raises it above any dialog opened in the meantime.
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
  const clock = useClock(toast)
  const Icon = ICONS[toast.type]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops its clock
    <div
      className={styles.toast}
      data-type={toast.type}
      onPointerEnter={clock.stop}
      onPointerLeave={clock.start}
      onFocus={clock.stop}
      onBlur={clock.start}
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

/** Dismisses a toast after its time, which begins again once the pointer and the focus have left it. */
function useClock({ id, duration }: Toast) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The number of reasons to wait: pointer, focus, and at first that the toast is not shown yet. */
  const stops = useRef(1)

  function stop() {
    stops.current += 1
    clearTimeout(timer.current)
  }

  function start() {
    stops.current -= 1
    if (stops.current === 0) timer.current = setTimeout(() => dismissToast(id), duration)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock for the toast's whole life
  useEffect(() => {
    start()
    return stop
  }, [])

  return { start, stop }
}
