import { type ReactNode, type Ref, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { focusAfter } from '#web/ui/focus-after.ts'
import styles from './Panel.module.css'

interface PanelProps {
  id?: string
  title: string
  lead: string
  /** Lets the panel's owner focus the heading when the focused control disappears. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function Panel({ id, title, lead, headingRef, children }: PanelProps) {
  const titleId = useId()
  return (
    <section id={id} className={cx('panel roomy', styles.panel)} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} ref={headingRef} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
    </section>
  )
}

/** The ref of a panel's button that may be removed while it has the focus: the heading receives it. */
export const passToHeading = focusAfter((button) =>
  button.closest('section')?.querySelector('h2')?.focus(),
)
