import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import styles from './Carousel.module.css'
import ChevronLeft from './icons/chevron-left.svg?icon'
import ChevronRight from './icons/chevron-right.svg?icon'

interface CarouselProps {
  label: string
  /** The carousel's role in the page's language; browsers would announce it in their own. */
  roleDescription: string
  previousLabel: string
  nextLabel: string
  /** The name of the button that shows a slide, counted from 1. */
  slideLabel: (number: number) => string
  children: ReactNode
}

/**
 * Slides in a native scroller: the browser handles swipes, trackpad and keyboard. The carousel never advances on its
 * own.
 */
export function Carousel({
  label,
  roleDescription,
  previousLabel,
  nextLabel,
  slideLabel,
  children,
}: CarouselProps) {
  const slides = Children.toArray(children)
  const track = useRef<HTMLDivElement>(null)
  const current = useCurrentSlide(track, slides.length)

  function show(index: number) {
    const slide = track.current?.children[index]
    slide?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }

  return (
    <section className={styles.carousel} aria-label={label} aria-roledescription={roleDescription}>
      <div ref={track} className={styles.track}>
        {slides.map((slide, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: slides never change places
          <div key={index} className={styles.slide} inert={index !== current}>
            {slide}
          </div>
        ))}
      </div>
      <div className={styles.controls}>
        <IconButton
          label={previousLabel}
          aria-disabled={current === 0}
          onClick={() => show(current - 1)}
        >
          <ChevronLeft size={20} aria-hidden className="mirrored" />
        </IconButton>
        {slides.map((_, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: slides never change places
            key={index}
            type="button"
            className={styles.dot}
            aria-label={slideLabel(index + 1)}
            aria-current={index === current || undefined}
            onClick={() => show(index)}
          />
        ))}
        <IconButton
          label={nextLabel}
          aria-disabled={current === slides.length - 1}
          onClick={() => show(current + 1)}
        >
          <ChevronRight size={20} aria-hidden className="mirrored" />
        </IconButton>
      </div>
    </section>
  )
}

function useCurrentSlide(track: React.RefObject<HTMLDivElement | null>, count: number) {
  const [current, setCurrent] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: added slides must be observed, too
  useEffect(() => {
    const root = track.current
    if (!root) return
    const slides = [...root.children]
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.find((entry) => entry.isIntersecting)
        if (shown) setCurrent(slides.indexOf(shown.target))
      },
      { root, threshold: 0.6 },
    )
    for (const slide of slides) observer.observe(slide)
    return () => observer.disconnect()
  }, [track, count])
  return current
}
