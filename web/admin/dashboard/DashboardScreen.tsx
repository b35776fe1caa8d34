import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '#contract/admin/dashboard.ts'
import { PERIODS, type Period } from '#contract/admin/lists.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import { Chips } from '../parts/Filters.tsx'
import { useShopZone } from '../parts/shop-time.ts'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { Attention } from './Attention.tsx'
import { CategorySplit, TopProducts } from './BreakdownChart.tsx'
import styles from './DashboardScreen.module.css'
import { dashboardQuery } from './dashboard.queries.ts'
import { Figures } from './Figures.tsx'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { RevenueChart } from './RevenueChart.tsx'

const FIRST_PERIOD: Period = '7'

export default function DashboardScreen() {
  const t = useT()
  const [{ days }] = useFilters(['days'])
  const period = oneOf(PERIODS, days) ?? FIRST_PERIOD
  const query = useQuery(dashboardQuery(period))
  const { data, isPlaceholderData } = query
  const facts = useFirstSteps()

  return (
    <AdminPage
      title={t('admin.dashboard')}
      lead={t('admin.daysIn', { zone: useShopZone() })}
      actions={
        <Chips
          label={t('admin.period')}
          selected={period}
          chips={PERIODS.map((id) => ({
            id,
            text: t(`admin.period.${id}`),
            to: `?days=${id}`,
          }))}
        />
      }
    >
      <LoadState query={query} skeleton={<DashboardSkeleton />} />
      {data && facts === undefined && <DashboardSkeleton />}
      {data && facts !== undefined && (
        <div className={styles.parts} aria-busy={isPlaceholderData || undefined}>
          {facts && <FirstSteps facts={facts} hasPaid={hasPaid(data)} />}
          <Parts data={data} />
        </div>
      )}
    </AdminPage>
  )
}

function hasPaid({ orderCounts }: Dashboard): boolean {
  return orderCounts.complete + orderCounts.refunded > 0
}

function Parts({ data }: { data: Dashboard }) {
  return (
    <>
      <Waiting data={data} />
      <Figures data={data} />
      {data.orderCounts.total > 0 && <Details data={data} />}
    </>
  )
}

function Details({ data }: { data: Dashboard }) {
  const t = useT()
  return (
    <>
      <Attention data={data} />
      <Panel title={t('admin.revenueByDay')} className={styles.whole}>
        <RevenueChart data={data} />
      </Panel>
      <Panel title={t('admin.topProducts')} className={styles.most}>
        <TopProducts products={data.topProducts} />
      </Panel>
      <Panel title={t('admin.categorySplit')} className={styles.rest}>
        <CategorySplit categories={data.categories} />
      </Panel>
    </>
  )
}

function DashboardSkeleton() {
  return (
    <div className={styles.parts} aria-hidden="true">
      {[116, 240, 320].map((block) => (
        <div key={block} className={styles.whole}>
          <Skeleton block={block} radius={14} />
        </div>
      ))}
    </div>
  )
}

function Waiting({ data: { orderCounts, lowStock } }: { data: Dashboard }) {
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
