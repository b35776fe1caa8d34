import { useT } from '#web/i18n/useI18n.ts'
import styles from './ProductStock.module.css'

/** Below this stock, the number of units left is shown. */
const FEW = 5

export function ProductStock({ quantity }: { quantity: number }) {
  const t = useT()
  if (quantity === 0) return <span className={styles.none}>{t('product.soldOut')}</span>
  if (quantity < FEW) {
    return <span className={styles.few}>{t('product.fewLeft', { count: quantity })}</span>
  }
  return <span className={styles.enough}>{t('product.inStock')}</span>
}
