import { cx } from './cx.ts'
import styles from './Price.module.css'

interface PriceProps {
  /** The formatted amount, such as `$899.00`. */
  children: string
  was?: string | undefined
  /** The label of the struck-through amount, for people who cannot see the line. */
  wasLabel?: string
  large?: boolean
}

/** A formatted amount within text: it never wraps, and right-to-left text does not reorder its parts. */
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

/** The price of several units, such as `2 × $899.00`, or only the price if there is just one. */
export function priceEach(quantity: number, price: string): string {
  return quantity > 1 ? `${quantity} × ${price}` : price
}

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
