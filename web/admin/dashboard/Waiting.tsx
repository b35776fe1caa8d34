import type { Dashboard } from '#contract/admin/dashboard.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Chips } from '../parts/Filters.tsx'
import styles from './DashboardScreen.module.css'

/** How much waits for the staff, each with its list. */
export function Waiting({ data: { orderCounts, lowStock } }: { data: Dashboard }) {
  const t = useT()
  const stages = (['pending', 'unsent', 'late', 'unpaid', 'refunding'] as const).map((id) => ({
    id,
    text: t(`admin.stage.${id}`),
    count: orderCounts[id],
    to: `${adminPaths.orders}?state=${id}`,
  }))
  const stock = {
    id: 'stock',
    text: t('admin.lowStock'),
    count: lowStock.low,
    to: `${adminPaths.products}?stock=low&sort=stock`,
  }
  const waiting = [...stages, stock].filter(({ count }) => count > 0)
  if (waiting.length === 0) return null
  return (
    <div className={styles.whole}>
      <Chips label={t('admin.waiting')} chips={waiting} selected="" />
    </div>
  )
}
