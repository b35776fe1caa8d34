import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import styles from './FactPanel.module.css'

interface FactListProps {
  /** Facts without a value are left out. */
  facts: ReadonlyArray<{ name: string; value: ReactNode }>
  className?: string | undefined
}

interface FactPanelProps extends FactListProps {
  title: string
  children?: ReactNode
}

export function FactPanel({ title, facts, className, children }: FactPanelProps) {
  const id = useId()
  return (
    <section className={cx('panel', styles.panel, className)} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <FactList facts={facts} className={styles.facts} />
      {children}
    </section>
  )
}

export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={className}>
      {facts
        .filter(({ value }) => value)
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
