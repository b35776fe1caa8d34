import type { ComponentProps } from 'react'
import { FactList } from '#web/orders/FactPanel.tsx'
import styles from './DescriptionList.module.css'

/** A list of names and values in columns. */
export const DescriptionList = ({ facts }: Pick<ComponentProps<typeof FactList>, 'facts'>) => (
  <FactList facts={facts} className={styles.list} />
)
