import styles from './ItemName.module.css'
import { splitName } from './split-name.ts'

/** A number, or a word containing one, which an ellipsis must hide completely or not at all. */
const FIGURE = /(\S*\d\S*)/

/** A product's name in a list. Long names are truncated before the part that tells variants apart. */
export function ItemName({ children }: { children: string }) {
  const { head, separator, tail } = splitName(children)
  return (
    <>
      <span className={styles.head}>
        {head.split(FIGURE).map((part, index) =>
          // Parts at odd positions are the matches; the index is a stable key.
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
          index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
        )}
      </span>
      {tail && (
        <>
          {/* The tail is on its own line, where a comma before it would only be clutter. */}
          <span className="visually-hidden">{separator}</span>
          <span className={styles.tail}>{tail}</span>
        </>
      )}
    </>
  )
}
