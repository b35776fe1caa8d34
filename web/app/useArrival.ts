import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { usePlace } from '#web/navigation/usePlace.ts'

/**
 * A followed link starts the new page at its top and moves focus into it, as a page load would.
 * Back and Forward keep the place that the browser restores.
 * @returns the place of the page that is shown.
 */
export function useArrival(): string {
  const place = usePlace()
  const type = useNavigationType()
  const previous = useRef(place)

  useEffect(() => {
    if (previous.current === place) return
    previous.current = place
    if (type === 'POP') return
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [place, type])
  return place
}
