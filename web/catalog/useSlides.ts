import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/**
 * The slides of a native scroller: which one is in view, and moving to another one. `scroller` belongs on the
 * scrolling element, which must be the offset parent of its slides.
 */
export function useSlides(count: number) {
  const track = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(0)
  // The same for listeners.
  const inView = useRef(0)
  // The slide that the track is scrolling to: those it passes are not reported.
  const target = useRef<number>(null)
  // There may be fewer slides than before.
  const current = Math.max(0, Math.min(seen, count - 1))

  // At another width of the track, the same scroll distance is another slide.
  useEffect(() => {
    let width = track.current?.clientWidth
    const keep = () => {
      // Not when a phone's address bar comes or goes, which may be during a swipe.
      if (track.current?.clientWidth === width) return
      width = track.current?.clientWidth
      target.current = inView.current
      scrollToMiddle(slideOf(track.current, inView.current), 'instant')
    }
    window.addEventListener('resize', keep)
    return () => window.removeEventListener('resize', keep)
  }, [])

  function see(index: number) {
    inView.current = index
    setSeen(index)
  }

  /** Moves to a slide, counted from 0. Does nothing for one that does not exist. */
  function show(index: number) {
    if (index === current || index < 0 || index >= count) return
    target.current = index
    see(index)
    scrollToMiddle(slideOf(track.current, index))
  }

  function follow() {
    if (!track.current) return
    // Negative in a right-to-left page.
    const position = Math.abs(track.current.scrollLeft) / track.current.clientWidth
    if (target.current === null) see(Math.round(position))
    else if (Math.abs(position - target.current) < 0.01) target.current = null
  }

  function settle() {
    target.current = null
    follow()
  }

  function release() {
    target.current = null
  }

  const scroller = { ref: track, onScroll: follow, onScrollEnd: settle, onPointerDown: release }
  return { current, show, scroller }
}

function slideOf(track: HTMLElement | null, index: number): HTMLElement | undefined {
  return track?.querySelectorAll<HTMLElement>('[data-slide]')[index]
}

/** Scrolls only the element's offset parent, sideways. */
export function scrollToMiddle(
  element: HTMLElement | undefined,
  behavior: ScrollBehavior = 'auto',
): void {
  const scroller = element?.offsetParent
  if (!element || !scroller) return
  const left = element.offsetLeft - (scroller.clientWidth - element.clientWidth) / 2
  scroller.scrollTo({ left, behavior })
}

/** 1 when a key leads to the next slide in the page's direction, -1 to the previous, else 0. */
export function stepOfKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): number {
  // Alt and an arrow is the browser's way back.
  if (altKey || ctrlKey || metaKey || shiftKey) return 0
  if (key === 'ArrowRight') return stepToRight()
  return key === 'ArrowLeft' ? -stepToRight() : 0
}

/** The step to the slide on the right: 1, or -1 in a right-to-left page. */
export function stepToRight(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1
}
