import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { accessToken } from '#web/api/stored-session.ts'
import { waitingRating } from '#web/catalog/waiting-rating.ts'
import { usePlace } from '#web/navigation/usePlace.ts'
import { isSignForm } from '#web/session/useOtherTabs.ts'
import { createTabStore } from '#web/ui/tab-store.ts'

/** The scroll position of a visitor who left to sign in. */
const left = createTabStore<{ place: string; top: number }>(
  'barq-height',
  ({ top }) => typeof top === 'number',
)

/**
 * When the user follows a link, the new page starts at its top and takes the focus, as after a page load. Back and
 * Forward keep the position that the browser restores; signing in returns to the position from which it was
 * requested.
 * @returns the place of the current page.
 */
export function useArrival(): string {
  const place = usePlace()
  const type = useNavigationType()
  const previous = useRef(place)
  const top = useRef(0)

  // Must run before the next page makes the window's content shorter.
  useLayoutEffect(() => {
    if (isSignForm(place)) return
    const note = () => {
      top.current = accessToken() === null ? window.scrollY : 0
    }
    note()
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [place])

  useEffect(() => {
    if (previous.current === place) return
    if (isSignForm(place) && !isSignForm(previous.current)) {
      left.set({ place: previous.current, top: top.current })
    }
    previous.current = place
    const isVisitor = accessToken() === null
    const kept = isVisitor ? null : left.get()
    if (!isSignForm(place)) {
      left.set(null)
      if (isVisitor) waitingRating.set(null)
    }
    if (type === 'POP') return
    document.getElementById('main')?.focus({ preventScroll: true })
    if (kept?.place === place) return goDown(kept.top)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [place, type])
  return place
}

/**
 * Keeps scrolling down until the page is as long as before, or the user scrolls. @returns a function that stops it.
 */
function goDown(top: number) {
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' })
    if (window.scrollY >= Math.floor(top)) end()
  })
  const end = () => {
    observer.disconnect()
    for (const moved of MOVES) window.removeEventListener(moved, end)
  }
  observer.observe(document.body)
  for (const moved of MOVES) window.addEventListener(moved, end, { passive: true })
  return end
}

const MOVES = ['wheel', 'pointerdown', 'keydown']
