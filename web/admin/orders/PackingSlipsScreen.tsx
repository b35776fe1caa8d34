import { useQuery } from '@tanstack/react-query'
import { SLIPS_MAX } from '#contract/limits.ts'
import { SLIP_STAGES } from '#contract/order-moves.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import Receipt from '#web/ui/icons/receipt.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import { Chips } from '../parts/Filters.tsx'
import { NothingListed } from '../parts/NothingListed.tsx'
import { Notice } from '../parts/Notice.tsx'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { PackingSlipSheet } from './PackingSlipSheet.tsx'
import styles from './PackingSlipsScreen.module.css'
import { PrintButton } from './PrintButton.tsx'
import { packingSlipsQuery } from './parcels.queries.ts'

/**
 * The packing slips of the parcels to be sent, or of the parcels in transit: one sheet each, printed together. If the URL
 * names an order, only its slip.
 */
export default function PackingSlipsScreen() {
  const t = useT()
  const [filters] = useFilters(['state', 'order'])
  const state = oneOf(SLIP_STAGES, filters.state) ?? 'unsent'
  const order = Number(filters.order) || undefined
  const query = useQuery(packingSlipsQuery(state, order))
  const { data } = query
  return (
    <AdminPage
      title={t('admin.packingSlips')}
      list="orders"
      actions={data && data.slips.length > 0 && <PrintButton />}
    >
      <Chips
        label={t('orders.tabs')}
        selected={state}
        chips={SLIP_STAGES.map((id) => ({
          id,
          text: t(`admin.stage.${id}`),
          to: adminPaths.packingSlips(id),
          count: id === state && !order ? data?.slips.length : undefined,
        }))}
      />
      <LoadState query={query} skeleton={<Skeleton block={1600} radius={14} />} />
      {data?.hasMore && <Notice>{t('admin.packingSlipsMore', { count: SLIPS_MAX })}</Notice>}
      {data?.slips.length === 0 && (
        <NothingListed Icon={Receipt} filters={{}} none="admin.packingSlipsNone" />
      )}
      <div className={styles.slips}>
        {data?.slips.map((slip) => (
          <PackingSlipSheet key={slip.orders[0]?.id} slip={slip} />
        ))}
      </div>
    </AdminPage>
  )
}
