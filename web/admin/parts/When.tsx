import { useShopTime } from './shop-time.ts'
import styles from './When.module.css'

/** A moment in the shop's time zone, on one line. */
export function When({ at }: { at: string }) {
  const dateTime = useShopTime()
  return (
    <time dateTime={at} className={styles.when}>
      {dateTime(at)}
    </time>
  )
}
