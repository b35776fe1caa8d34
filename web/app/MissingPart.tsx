import { useEffect } from 'react'
import { watchServer } from '#web/api/server-return.ts'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'

const STORAGE_KEY = 'barq-reloaded-at'
/** A part still missing this many milliseconds after a reload will not load after another one. */
const RELOADS_APART_MS = 30_000

/** Replaces a screen whose code did not load; reloads the page when that can succeed. */
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

/** A connection may be gone again before its event arrives; a reload would then end a navigation. */
function reloadOnline(): void {
  if (navigator.onLine) reload()
}

/** Allows one reload and records it; none without storage, since it might never end. */
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
