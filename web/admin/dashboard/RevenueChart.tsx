import { useState } from 'react'
import type { Dashboard } from '#contract/admin/dashboard.ts'
import { languageOf } from '#contract/locale.ts'
import { formatDay } from '#web/i18n/format.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { formatCount, formatShortPrice } from '../parts/format-count.ts'
import { Money } from '../parts/Money.tsx'
import { ticksOf } from './change.ts'
import styles from './RevenueChart.module.css'

/** Up to this many days, every column has room for a label. */
const FEW = 7

type Day = Dashboard['series'][number] & {
  label: string
  /** A label for narrow columns, such as `11-02`. */
  short: string
}

/**
 * A revenue chart with one column per day. The columns are HTML boxes, so they follow the writing direction. The chart
 * is hidden from screen readers; the table below has the same figures.
 */
export function RevenueChart({ data }: { data: Dashboard }) {
  const t = useT()
  const days = useDays(data)
  const [pointed, setPointed] = useState<number | null>(null)
  const ticks = ticksOf(
    Math.min(...days.map((day) => day.revenue)),
    Math.max(...days.map((day) => day.revenue)),
  )
  const low = ticks[0] ?? 0
  const span = (ticks.at(-1) ?? 1) - low
  const at = (value: number) => `${((value - low) / span) * 100}%`
  const shown = days[pointed ?? days.length - 1]

  return (
    <>
      {shown && <Readout day={shown} />}
      <div className={styles.chart} aria-hidden="true" onPointerLeave={() => setPointed(null)}>
        {ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ insetBlockEnd: at(tick) }}>
            <span className={styles.amount}>
              <bdi dir="ltr">{formatShortPrice(tick)}</bdi>
            </span>
          </span>
        ))}
        <div className={styles.columns} data-many={days.length > 14 || undefined}>
          {days.map((day, place) => (
            <div
              key={day.label}
              className={styles.slot}
              data-pointed={place === pointed || undefined}
              onPointerEnter={() => setPointed(place)}
            >
              <span
                className={styles.column}
                data-negative={day.revenue < 0 || undefined}
                style={{
                  insetBlockEnd: at(Math.min(0, day.revenue)),
                  blockSize: `${(Math.abs(day.revenue) / span) * 100}%`,
                }}
              />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.ends} data-few={days.length <= FEW || undefined} aria-hidden="true">
        {(days.length <= FEW ? days : [days[0], days.at(-1)]).map((day) => (
          <bdi key={day?.label}>{days.length === FEW ? day?.short : day?.label}</bdi>
        ))}
      </div>
      <details className={styles.details}>
        <summary className={styles.summary}>{t('admin.asTable')}</summary>
        <DaysTable days={days} />
      </details>
    </>
  )
}

/** The chart's columns: one per day. For a single day, the same hours of the previous day come first. */
function useDays({ series, period, salesBefore }: Dashboard): Day[] {
  const t = useT()
  const locale = useLocale()
  if (period.days > 1) {
    const style = { day: 'numeric', month: 'short' } as const
    const shortDay = new Intl.DateTimeFormat(languageOf(locale).format, style)
    return series.map((day) => {
      const noon = `${day.day}T12:00:00`
      const short = locale === 'en' ? day.day.slice(5) : shortDay.format(new Date(noon))
      return { ...day, label: formatDay(noon, locale), short }
    })
  }
  const { revenue, orders, paid } = salesBefore
  const both = [
    { day: '', label: t('admin.yesterdayUntilNow'), revenue, orders, paid },
    ...series.map((day) => ({ ...day, label: t('admin.period.1') })),
  ]
  return both.map((day) => ({ ...day, short: day.label }))
}

function Readout({ day }: { day: Day }) {
  const t = useT()
  return (
    <p className={styles.readout} aria-hidden="true">
      <bdi>{day.label}</bdi>
      <strong>
        <Money amount={day.revenue} />
      </strong>
      <span>{t('admin.ordersCount', { count: day.orders })}</span>
    </p>
  )
}

function DaysTable({ days }: { days: readonly Day[] }) {
  const t = useT()
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('admin.revenueByDay')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('admin.day')}</th>
          <th scope="col">{t('admin.revenue')}</th>
          <th scope="col">{t('admin.orders')}</th>
          <th scope="col">{t('admin.paid')}</th>
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map((day) => (
          <tr key={day.label}>
            <th scope="row">
              <bdi>{day.label}</bdi>
            </th>
            <td>
              <Money amount={day.revenue} />
            </td>
            <td>{formatCount(day.orders)}</td>
            <td>{formatCount(day.paid)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
