import type { ReactNode } from 'react'
import styles from './DescriptionList.module.css'

interface DescriptionListProps {
  facts: readonly { name: string; value: ReactNode }[]
}

/** A list of names and values; empty values are left out. */
export function DescriptionList({ facts }: DescriptionListProps) {
  return (
    <dl className={styles.list}>
      {facts.map(
        ({ name, value }) =>
          value && (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
