import styles from './ItemName.module.css'
import { splitName } from './split-name.ts'

/** A figure, or a word with one: an ellipsis takes it whole or not at all. */
const FIGURE = /(\S*\d\S*)/

/** A product's name in a list: a long one is cut before the part that tells variants apart. */
export function ItemName({ children }: { children: string }) {
  const { head, tail } = splitName(children)
  return (
    <>
      <span className={styles.head}>
        {head.split(FIGURE).map((part, index) =>
          // Every other part is what the expression found, and nothing else has a place of its own.
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
          index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
        )}
      </span>
      {tail && <span className={styles.tail}> {tail}</span>}
    </>
  )
}
