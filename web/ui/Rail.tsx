import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import ChevronLeft from './icons/chevron-left.svg?icon'
import ChevronRight from './icons/chevron-right.svg?icon'
import styles from './Rail.module.css'
import { SectionTitle } from './SectionTitle.tsx'

interface RailProps {
  id?: string
  title: string
  previousLabel: string
  nextLabel: string
  more?: ReactNode
  /** `<li>` elements. */
  children: ReactNode
}

/** A titled list on one line that scrolls horizontally. */
export function Rail({ id, title, previousLabel, nextLabel, more, children }: RailProps) {
  const list = useRef<HTMLUListElement>(null)
  const titleId = useId()
  const ends = useEnds(list)

  function turn(direction: 1 | -1) {
    const element = list.current
    if (!element) return
    const flow = document.documentElement.dir === 'rtl' ? -1 : 1
    element.scrollBy({ left: direction * flow * element.clientWidth * 0.9, behavior: 'smooth' })
  }

  return (
    <section id={id} className={styles.rail} aria-labelledby={titleId}>
      <SectionTitle
        id={titleId}
        actions={
          <>
            {more}
            <span className={styles.arrows}>
              <IconButton
                label={previousLabel}
                aria-disabled={ends.atStart}
                onClick={() => turn(-1)}
              >
                <ChevronLeft size={20} aria-hidden className="mirrored" />
              </IconButton>
              <IconButton label={nextLabel} aria-disabled={ends.atEnd} onClick={() => turn(1)}>
                <ChevronRight size={20} aria-hidden className="mirrored" />
              </IconButton>
            </span>
          </>
        }
      >
        {title}
      </SectionTitle>
      <ul ref={list} className={cx(styles.list)} onScroll={ends.measure}>
        {children}
      </ul>
    </section>
  )
}

function useEnds(list: React.RefObject<HTMLUListElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false })

  function measure() {
    const element = list.current
    if (!element) return
    const traveled = Math.abs(element.scrollLeft)
    const atStart = traveled < 2
    const atEnd = traveled + element.clientWidth > element.scrollWidth - 2
    if (atStart !== ends.atStart || atEnd !== ends.atEnd) setEnds({ atStart, atEnd })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the list's own size only
  useEffect(() => {
    if (!list.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [list])

  return { ...ends, measure }
}
