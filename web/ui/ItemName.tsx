import styles from './ItemName.module.css'
import { splitName } from './split-name.ts'

/** A number, or a word that contains one: an ellipsis hides it completely or not at all. */
const FIGURE = /(\S*\d\S*)/

/** A product's name in a list. A long name is cut before the part that tells variants apart. */
export function ItemName({ children }: { children: string }) {
  const { head, separator, tail } = splitName(children)
  return (
    <>
      <span className={styles.head}>
        {head.split(FIGURE).map((part, index) =>
          // Parts at odd positions are the matches; the position identifies a part.
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
          index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
        )}
      </span>
      {tail && (
        <>
          {/* The tail is on a line of its own, where a comma before it would only be clutter. */}
          <span className="visually-hidden">{separator}</span>
          <span className={styles.tail}>{tail}</span>
        </>
      )}
    </>
  )
}
