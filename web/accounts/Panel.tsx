import { type ReactNode, type Ref, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import styles from './Panel.module.css'

interface PanelProps {
  title: string
  lead: string
  /** The heading takes the focus when the focused control disappears. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One section of the account page, below the profile. */
export function Panel({ title, lead, headingRef, children }: PanelProps) {
  const id = useId()
  return (
    <section className={cx('panel roomy', styles.panel)} aria-labelledby={id}>
      <div>
        <h2
          id={id}
          ref={headingRef}
          tabIndex={headingRef ? -1 : undefined}
          className={styles.title}
        >
          {title}
        </h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
    </section>
  )
}
