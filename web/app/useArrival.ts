import { useLayoutEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { accessToken } from '#web/api/stored-session.ts'
import { setWaiting, waiting } from '#web/catalog/waiting.ts'
import { usePlace } from '#web/navigation/usePlace.ts'
import { isSignForm } from '#web/session/useOtherTabs.ts'

/**
 * When the user follows a link, the new page starts at the top and receives focus, as after a page load. Back and
 * Forward keep the scroll position restored by the browser. After signing in, users return to the position at which
 * they left for the sign-in form.
 * @returns the current page's place (`usePlace`).
 */
export function useArrival(): string {
  const place = usePlace()
  const type = useNavigationType()
  const previous = useRef(place)
  const top = useRef(0)

  // A layout effect: its cleanup must run before a shorter next page changes the scroll position.
  useLayoutEffect(() => {
    if (isSignForm(place)) return
    const note = () => {
      top.current = accessToken() === null ? window.scrollY : 0
    }
    note()
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [place])

  // A layout effect, too: otherwise the new page would be seen at the old page's position for a moment.
  useLayoutEffect(() => {
    // Whether the user has left a page; false on the first run, even after a sign-in before this code had loaded.
    const isLeft = previous.current !== place
    if (isLeft) {
      const wasSignForm = isSignForm(previous.current)
      if (!isSignForm(place)) {
        if (!wasSignForm || accessToken() === null) waiting.set(null)
      } else if (!wasSignForm) setWaiting({ left: { place: previous.current, top: top.current } })
      previous.current = place
    }
    if (type === 'POP') return
    if (isLeft) document.getElementById('main')?.focus({ preventScroll: true })
    const left = waiting.get()?.left
    if (left?.place === place && accessToken() !== null) {
      setWaiting({ left: null })
      return goDown(left.top)
    }
    if (isLeft) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [place, type])
  return place
}

/**
 * Scrolls toward `top` whenever the page grows, until it is tall enough or the user scrolls, clicks or presses a key.
 * @returns a function that stops the scrolling.
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
