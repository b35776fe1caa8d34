import type { ReactNode } from 'react'
import styles from './Tag.module.css'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'flash'

/** A short label; the tone only emphasizes its text. */
export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}
