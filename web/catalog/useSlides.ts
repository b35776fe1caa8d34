import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/**
 * Manages slides in a native scroller: returns which slide is in view and a function to move to another one. Spread
 * `scroller` onto the scrolling element, which must be the offset parent of its slides.
 */
export function useSlides(count: number) {
  const track = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(0)
  // The slide in view; a ref, because a listener would see stale state.
  const inView = useRef(0)
  // The slide that the track is scrolling to; slides passed on the way are not reported.
  const target = useRef<number>(null)
  // There may be fewer slides than before.
  const current = Math.max(0, Math.min(seen, count - 1))

  // Keeps the slide in view when the track's width changes: the same offset would show a different slide.
  useEffect(() => {
    let width = track.current?.clientWidth
    const keep = () => {
      // Only the width matters: on a phone, the address bar may appear or disappear during a swipe.
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

  /** Moves to a slide by its zero-based index. Does nothing if that slide is in view or does not exist. */
  function show(index: number) {
    if (index === current || index < 0 || index >= count) return
    target.current = index
    see(index)
    scrollToMiddle(slideOf(track.current, index))
  }

  function follow() {
    if (!track.current) return
    // `scrollLeft` is negative in a right-to-left page.
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

/** Scrolls horizontally to center an element in its offset parent, without scrolling anything else. */
export function scrollToMiddle(
  element: HTMLElement | undefined,
  behavior: ScrollBehavior = 'auto',
): void {
  const scroller = element?.offsetParent
  if (!element || !scroller) return
  const left = element.offsetLeft - (scroller.clientWidth - element.clientWidth) / 2
  scroller.scrollTo({ left, behavior })
}

/** 1 if a key moves to the next slide in the page's direction, -1 if to the previous one, otherwise 0. */
export function stepOfKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): number {
  // Alt with an arrow key is the browser's shortcut for Back or Forward.
  if (altKey || ctrlKey || metaKey || shiftKey) return 0
  if (key === 'ArrowRight') return stepToRight()
  return key === 'ArrowLeft' ? -stepToRight() : 0
}

/** The step to the slide on the right: 1, or -1 on a right-to-left page. */
export function stepToRight(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1
}
