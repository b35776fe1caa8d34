import { cx } from './cx.ts'
import styles from './Price.module.css'

interface PriceProps {
  /** The written amount, `$899.00`. */
  children: string
  /** The written amount before the reduction, struck through. */
  was?: string | undefined
  /** A label of the struck amount, for people who do not see the line through it. */
  wasLabel?: string
  large?: boolean
}

/** A written amount inside a text: never broken, its `$` in front in either language. */
export function Amount({
  children,
  className,
}: {
  children: string
  className?: string | undefined
}) {
  return (
    <bdi dir="ltr" className={cx(styles.amount, className)}>
      {children}
    </bdi>
  )
}

/** The price of each of several, `2 × $899.00`; for one, its price. */
export function priceEach(quantity: number, price: string): string {
  return quantity > 1 ? `${quantity} × ${price}` : price
}

/** A price; it keeps its `$` in front in a text that reads from the right. */
export function Price({ children, was, wasLabel, large = false }: PriceProps) {
  return (
    <span className={cx(styles.price, large && styles.large)}>
      {was && (
        <s className={styles.was}>
          {wasLabel && <span className="visually-hidden">{wasLabel} </span>}
          <Amount>{was}</Amount>
        </s>
      )}
      <Amount className={styles.now}>{children}</Amount>
    </span>
  )
}
