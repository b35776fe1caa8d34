import type { ReactNode } from 'react'
import styles from './MiniItem.module.css'
import { Picture } from './Picture.tsx'
import { Amount } from './Price.tsx'

interface MiniItemProps {
  picture: string | null
  name: ReactNode
  detail?: ReactNode
  price: string
  action?: ReactNode
}

export function MiniItem({ picture, name, detail, price, action }: MiniItemProps) {
  return (
    <li className={styles.item}>
      <span className={styles.well}>
        <Picture src={picture} alt="" width={56} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
        <p className={styles.price}>
          <Amount>{price}</Amount>
        </p>
      </div>
      {action}
    </li>
  )
}
