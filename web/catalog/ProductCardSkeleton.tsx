import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './ProductCard.module.css'

export function ProductCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.inner}>
        <div className={cx('well', styles.well)} />
        <div className={styles.body}>
          <div className={styles.name}>
            <Skeleton inline={170} block={16} />
          </div>
          <Skeleton inline={120} block={16} />
          <div className={styles.foot}>
            <Skeleton inline={84} block={22} />
            <Skeleton inline={110} block={44} radius={8} />
          </div>
        </div>
      </div>
    </div>
  )
}
