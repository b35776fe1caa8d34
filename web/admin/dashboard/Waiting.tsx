import type { Dashboard } from '#contract/admin/dashboard.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Chips } from '../parts/Filters.tsx'
import styles from './DashboardScreen.module.css'

/** How much waits for the staff, each with its list; what is late, unpaid or low has a panel (Attention). */
export function Waiting({ data: { orderCounts } }: { data: Dashboard }) {
  const t = useT()
  const stages = (['pending', 'unsent', 'refunding'] as const).map((id) => ({
    id,
    text: t(`admin.stage.${id}`),
    count: orderCounts[id],
    to: `${adminPaths.orders}?state=${id}`,
  }))
  const waiting = stages.filter(({ count }) => count > 0)
  if (waiting.length === 0) return null
  return (
    <div className={styles.whole}>
      <Chips label={t('admin.waiting')} chips={waiting} selected="" />
    </div>
  )
}
