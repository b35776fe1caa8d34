import type { Product } from '#contract/catalog.ts'
import { soldPercent } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import styles from './AdminCardTools.module.css'
import { EditDelete } from './products/EditDelete.tsx'

/** Shown to staff in place of the shopping buttons on a product card: stock, sales, Edit and Delete. */
export default function AdminCardTools({ product }: { product: Product }) {
  const t = useT()
  const pick = useLocalized()
  return (
    <div className={styles.tools}>
      <p className={styles.stock}>
        {t('product.available', { count: product.quantity })}
        <span aria-hidden="true"> · </span>
        {t('product.sold', { percent: soldPercent(product.sold, product.quantity) })}
      </p>
      <EditDelete id={product.id} name={pick(product, 'name')} />
    </div>
  )
}
