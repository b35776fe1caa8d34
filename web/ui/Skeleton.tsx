import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  inline?: CSSProperties['inlineSize']
  block?: CSSProperties['blockSize']
  radius?: CSSProperties['borderRadius']
}

/** A quiet block in the place and size of loading content; silent to screen readers. */
export function Skeleton({ inline = '100%', block = '1em', radius }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{ inlineSize: inline, blockSize: block, borderRadius: radius }}
      aria-hidden="true"
    />
  )
}
