import { useEffect } from 'react'
import { watchServer } from '#web/api/server-return.ts'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'

const STORAGE_KEY = 'barq-reloaded-at'
/** A part that is still missing so many milliseconds after a reload will not come by another one. */
const RELOADS_APART_MS = 30_000

/** In the place of a screen whose code did not arrive; loads the page again when it can succeed. */
export function MissingPart() {
  useEffect(() => {
    const stop = watchServer((answers) => {
      if (answers && mayReload()) window.location.reload()
    })
    window.addEventListener('online', reload)
    return () => {
      stop()
      window.removeEventListener('online', reload)
    }
  }, [])

  return <LoadFailure onRetry={reload} />
}

function reload(): void {
  window.location.reload()
}

/** Remembers the reload that it allows; without storage none, which might never end. */
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
