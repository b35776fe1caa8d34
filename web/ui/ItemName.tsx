import styles from './ItemName.module.css'
import { splitName } from './split-name.ts'

/** A number, or a word with one: an ellipsis hides it completely or not at all. */
const FIGURE = /(\S*\d\S*)/

/** A product's name in a list: a long one is cut before the part that tells variants apart. */
export function ItemName({ children }: { children: string }) {
  const { head, separator, tail } = splitName(children)
  return (
    <>
      <span className={styles.head}>
        {head.split(FIGURE).map((part, index) =>
          // Odd parts are the matches; a part is identified by its position.
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
          index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
        )}
      </span>
      {tail && (
        <>
          {/* The tail has a line of its own, which a comma before it would only clutter. */}
          <span className="visually-hidden">{separator}</span>
          <span className={styles.tail}>{tail}</span>
        </>
      )}
    </>
  )
}
