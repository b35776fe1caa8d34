import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './MiniItem.module.css'
import { Picture } from './Picture.tsx'

interface MiniItemProps {
  picture: string | null
  name: ReactNode
  detail?: ReactNode
  price: string
  /** A control at the end of the line. */
  action?: ReactNode
}

/** A product on one line of a dropdown or a summary. */
export function MiniItem({ picture, name, detail, price, action }: MiniItemProps) {
  return (
    <li className={styles.item}>
      <span className={styles.well}>
        <Picture src={picture} alt="" width={56} />
      </span>
      <div className={styles.words}>
        <p className={cx('two-lines', styles.name)}>{name}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
        <p className={styles.price}>
          <bdi dir="ltr">{price}</bdi>
        </p>
      </div>
      {action}
    </li>
  )
}
