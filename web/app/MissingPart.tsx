import { useEffect } from 'react'
import { watchServer } from '#web/api/server-return.ts'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'

const STORAGE_KEY = 'barq-reloaded-at'
/** If a part is missing again within this many milliseconds of a reload, another reload will not help. */
const RELOADS_APART_MS = 30_000

/** Replaces a screen whose code did not load; reloads the page if that can help. */
export function MissingPart() {
  useEffect(() => {
    const stop = watchServer((answers) => {
      if (answers && mayReload()) window.location.reload()
    })
    window.addEventListener('online', reloadOnline)
    return () => {
      stop()
      window.removeEventListener('online', reloadOnline)
    }
  }, [])

  return <LoadFailure onRetry={reload} />
}

function reload(): void {
  window.location.reload()
}

/** The connection may be lost again before the `online` event arrives; a reload would then interrupt a navigation. */
function reloadOnline(): void {
  if (navigator.onLine) reload()
}

/**
 * Whether the page may reload itself; if so, records the time. Always false without session storage, because the page
 * might then reload forever.
 */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(STORAGE_KEY))
    if (Date.now() - last < RELOADS_APART_MS) return false
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
