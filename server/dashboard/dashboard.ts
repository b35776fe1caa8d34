/** Collects the dashboard's figures from the features. Those for orders and products come from a single snapshot. */
import type { Dashboard, Sales } from '#contract/admin.ts'
import type { CategorySummary } from '#contract/catalog.ts'
import { fromCents } from '#contract/money.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ManageProducts } from '../catalog/manage/manage-products.ts'
import type { ManageOrders } from '../orders/manage-orders.ts'
import {
  addDays,
  countOrders,
  type DaySums,
  type Figures,
  type ProductSales,
  readFigures,
  SUMMED,
  type Sums,
} from '../orders/sales.ts'
import type { Reconciliation } from '../payments/reconciliation.ts'
import { type Database, inSnapshot } from '../platform/db/database.ts'

/** The maximum length of each list of products or orders that need attention. */
const NAMED = 5

export interface DashboardParts {
  catalog: Catalog
  products: ManageProducts
  orders: ManageOrders
  reconciliation: Reconciliation
}

export type ReadDashboard = ReturnType<typeof createDashboard>

export function createDashboard(
  db: Database,
  { catalog, products, orders, reconciliation }: DashboardParts,
) {
  return async (days: number): Promise<Dashboard> => {
    const categories = await catalog.categories()
    const paymentReconciliation = await reconciliation.read()
    return inSnapshot(db, async (tx) => {
      const figures = await readFigures(tx, days)
      const { counts, unpaidCents, lateHours } = await countOrders(tx)
      const late = await orders.list({ state: 'late', limit: NAMED }, tx)
      const unpaid = await orders.list({ state: 'unpaid', limit: NAMED }, tx)
      return {
        period: { days, from: figures.from, to: figures.to, timeZone: figures.zone },
        before: figures.before,
        sales: toSales(add(figures.days)),
        salesBefore: toSales(figures.sumBefore),
        series: toSeries(figures, days),
        topProducts: figures.topProducts.map(toTopProduct),
        categories: toCategories(figures.days, categories),
        lowStock: await products.scarce(tx, NAMED),
        orderCounts: counts,
        lateOrders: { count: counts.late, hours: lateHours, orders: late.orders },
        unpaidOrders: {
          count: counts.unpaid,
          amount: fromCents(unpaidCents),
          orders: unpaid.orders,
        },
        paymentReconciliation,
      }
    })
  }
}

function add(sums: readonly Sums[]): Sums {
  const total = (name: keyof Sums) => sums.reduce((sum, part) => sum + part[name], 0)
  return Object.fromEntries(SUMMED.map((name) => [name, total(name)])) as Sums
}

function toSales(sums: Sums): Sales {
  return {
    revenue: revenueOf(sums),
    gross: fromCents(sums.gross_cents),
    refunds: fromCents(sums.refund_cents),
    orders: sums.placed,
    paid: sums.paid,
    refunded: sums.refunded,
    canceled: sums.canceled,
    units: sums.units,
    kept: sums.paid - sums.refunded,
    averageOrder: averageOf(sums),
  }
}

/** The average revenue per paid order that was not fully refunded; null if there is none or refunds exceed sales. */
function averageOf({ paid, refunded, gross_cents, refund_cents }: Sums): number | null {
  const kept = paid - refunded
  const cents = gross_cents - refund_cents
  return kept <= 0 || cents < 0 ? null : fromCents(Math.round(cents / kept))
}

function revenueOf({ gross_cents, refund_cents }: Sums): number {
  return fromCents(gross_cents - refund_cents)
}

/** Fills in the days without activity. */
function toSeries({ first, days }: Figures, count: number): Dashboard['series'] {
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(first, index)
    const sums = add(days.filter((part) => part.day === day))
    return { day, revenue: revenueOf(sums), orders: sums.placed, paid: sums.paid }
  })
}

function toCategories(
  days: readonly DaySums[],
  categories: readonly CategorySummary[],
): Dashboard['categories'] {
  return categories.map(({ name, name_ar }) => {
    const sums = add(days.filter(({ category }) => category === name))
    return { category: name, name_ar, units: sums.units, revenue: revenueOf(sums) }
  })
}

function toTopProduct(product: ProductSales): Dashboard['topProducts'][number] {
  const { picture_key, revenue_cents, ...rest } = product
  return {
    ...rest,
    profileImage: picture_key && wirePictureUrl(picture_key),
    revenue: fromCents(revenue_cents),
  }
}
