import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  inline?: CSSProperties['inlineSize']
  block?: CSSProperties['blockSize']
  radius?: CSSProperties['borderRadius']
}

/** A placeholder with the position and size of the loading content; hidden from screen readers. */
export function Skeleton({ inline = '100%', block = '1em', radius }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{ inlineSize: inline, blockSize: block, borderRadius: radius }}
      aria-hidden="true"
    />
  )
}

interface SkeletonsProps {
  /** The class that lays out the blocks like the content they stand in for. */
  className: string | undefined
  /** The heights of the blocks in CSS pixels. */
  blocks: readonly number[]
  radius: number
}

export function Skeletons({ className, blocks, radius }: SkeletonsProps) {
  return (
    <div className={className} aria-hidden="true">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change places
        <Skeleton key={place} block={block} radius={radius} />
      ))}
    </div>
  )
}
