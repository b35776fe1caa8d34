import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Product } from '#contract/catalog.ts'
import { Link } from '#web/app/Link.tsx'
import { soldPercent } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import styles from './AdminCardTools.module.css'
import { useAdminTask } from './admin-task.ts'

/** What an admin sees on a card in place of the shopping: stock, sales, Edit and Delete. */
export default function AdminCardTools({ product }: { product: Product }) {
  const t = useT()
  const pick = useLocalized()
  const { addressOf } = useAdminTask()
  const name = pick(product, 'name')
  return (
    <div className={styles.tools}>
      <p className={styles.stock}>
        {t('product.available', { count: product.quantity })}
        <span aria-hidden="true"> · </span>
        {t('product.sold', { percent: soldPercent(product.sold, product.quantity) })}
      </p>
      <Link
        to={addressOf('edit', product.id)}
        className={styles.tool}
        aria-label={t('product.editNamed', { name })}
      >
        <Pencil size={18} aria-hidden />
      </Link>
      <Link
        to={addressOf('delete', product.id)}
        className={styles.tool}
        aria-label={t('product.deleteNamed', { name })}
      >
        <Trash2 size={18} aria-hidden />
      </Link>
    </div>
  )
}
