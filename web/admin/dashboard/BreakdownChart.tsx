import type { ReactNode } from 'react'
import type { Dashboard } from '#contract/admin/dashboard.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { useAdminTask } from '../admin-task.ts'
import { formatCount } from '../parts/format-count.ts'
import { Money } from '../parts/Money.tsx'
import styles from './BreakdownChart.module.css'
import { sharesOf } from './change.ts'

export function TopProducts({ products }: { products: Dashboard['topProducts'] }) {
  const t = useT()
  const pick = useLocalized()
  const { addressOf } = useAdminTask()
  const most = Math.max(1, ...products.map(({ revenue }) => revenue))
  if (products.length === 0) return <p className="quiet">{t('admin.noSales')}</p>
  return (
    <BreakdownChart caption={t('admin.topProducts')} what={t('admin.product')}>
      {products.map((product) => (
        <Row
          key={product.id}
          name={
            <Link to={addressOf('edit', product.id)} className={styles.product}>
              <span className={styles.well}>
                <Picture src={product.profileImage} alt="" width={32} />
              </span>
              <span className={styles.words}>{pick(product, 'name')}</span>
            </Link>
          }
          units={product.units}
          revenue={product.revenue}
          part={product.revenue / most}
        />
      ))}
    </BreakdownChart>
  )
}

export function CategorySplit({ categories }: { categories: Dashboard['categories'] }) {
  const t = useT()
  const sorted = categories.toSorted((a, b) => b.revenue - a.revenue)
  const shares = sharesOf(sorted.map(({ revenue }) => revenue))
  return (
    <BreakdownChart caption={t('admin.categorySplit')} what={t('admin.category')}>
      {sorted.map((one, place) => (
        <Row
          key={one.category}
          name={
            <>
              {t(`category.${one.category}`)} <bdi dir="ltr">{shares[place]}%</bdi>
            </>
          }
          units={one.units}
          revenue={one.revenue}
          part={(shares[place] ?? 0) / 100}
        />
      ))}
    </BreakdownChart>
  )
}

interface BreakdownChartProps {
  caption: string
  what: string
  children: ReactNode
}

function BreakdownChart({ caption, what, children }: BreakdownChartProps) {
  const t = useT()
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col" className={styles.figure}>
            {t('admin.units')}
          </th>
          <th scope="col" className={styles.figure}>
            {t('admin.revenue')}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface RowProps {
  name: ReactNode
  units: number
  revenue: number
  /** The length of the bar as a share of the full width, from 0 to 1. */
  part: number
}

function Row({ name, units, revenue, part }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={styles.track} aria-hidden="true">
          <span className={styles.bar} style={{ inlineSize: `${Math.max(0, part) * 100}%` }} />
        </span>
      </th>
      <td className={styles.figure}>{formatCount(units)}</td>
      <td className={styles.figure}>
        <Money amount={revenue} />
      </td>
    </tr>
  )
}
