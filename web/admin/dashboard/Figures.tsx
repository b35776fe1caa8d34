import type { ReactNode } from 'react'
import type { Dashboard } from '#contract/admin/dashboard.ts'
import { useT } from '#web/i18n/useI18n.ts'
import ArrowDown from '#web/ui/icons/arrow-down.svg?icon'
import ArrowUp from '#web/ui/icons/arrow-up.svg?icon'
import { formatCount as count } from '../parts/format-count.ts'
import { Money } from '../parts/Money.tsx'
import { changeOf } from './change.ts'
import styles from './Figures.module.css'

export function Figures({ data: { sales, salesBefore, period } }: { data: Dashboard }) {
  const t = useT()
  const money = (amount: number | null) => (amount === null ? '–' : <Money amount={amount} />)
  const before = t(period.days === 1 ? 'admin.yesterday' : 'admin.before')
  const compare = <Key extends 'revenue' | 'orders' | 'averageOrder' | 'units'>(
    key: Key,
    format: (value: Dashboard['sales'][Key]) => ReactNode,
  ) => ({
    now: format(sales[key]),
    change: changeOf(sales[key], salesBefore[key]),
    before,
    was: format(salesBefore[key]),
  })

  return (
    <dl className={styles.figures}>
      <Figure
        name={t('admin.revenue')}
        {...compare('revenue', money)}
        note={
          <>
            {t('admin.withoutDelivery')}
            {sales.refunds > 0 && (
              <>
                <br />
                {t('admin.refundsIn')} <Money amount={sales.refunds} />
              </>
            )}
          </>
        }
      />
      <Figure
        name={t('admin.orders')}
        {...compare('orders', count)}
        note={
          <>
            {t('admin.paidOf', { count: sales.paid })}
            <br />
            {t('admin.ordersCounted')}
          </>
        }
      />
      <Figure
        name={t('admin.averageOrder')}
        {...compare('averageOrder', money)}
        note={sales.paid > 0 && t('admin.averageNet', { count: Math.max(sales.kept, 0) })}
      />
      <Figure name={t('admin.unitsSold')} {...compare('units', count)} />
    </dl>
  )
}

interface FigureProps {
  name: string
  now: ReactNode
  /** The change in whole percent, or null; see `changeOf`. */
  change: number | null
  before: string
  was: ReactNode
  note?: ReactNode
}

function Figure({ name, now, change, before, was, note }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt className="quiet">{name}</dt>
      <dd className={styles.now}>
        {now} <Change percent={change} />
      </dd>
      <dd className={styles.was}>
        {before} {was}
      </dd>
      {note && <dd className={styles.was}>{note}</dd>}
    </div>
  )
}

function Change({ percent }: { percent: number | null }) {
  if (percent === null) return null
  const Arrow = percent < 0 ? ArrowDown : ArrowUp
  return (
    <span className={styles.change} data-down={percent < 0 || undefined}>
      {percent !== 0 && <Arrow size={14} aria-hidden />}
      <bdi dir="ltr">{percent > 0 ? `+${percent}` : percent}%</bdi>
    </span>
  )
}
