import { type Static, Type } from 'typebox'
import { CategoryName } from '../catalog.ts'
import { Count, Nullable, named, Price, Timestamp } from '../schema.ts'
import { PERIODS } from './lists.ts'
import { AdminOrder, OrderCounts } from './orders.ts'
import { PaymentReconciliation } from './payments.ts'
import { AdminProductRow } from './products.ts'
import { staffEndpoint } from './shared.ts'

const Money = Type.Number({ description: 'negative when refunds exceed sales' })

/**
 * Everything counts when it happens: an order when it is placed, its amount when it is paid, a refund when it is made.
 * `revenue` is `gross` less `refunds`. `averageOrder` is `revenue` divided by `kept`; it is null if `kept` is not
 * positive or `revenue` is negative.
 */
export const Sales = Type.Object(
  {
    revenue: Money,
    gross: Price,
    refunds: Price,
    orders: Type.Integer({ minimum: 0, description: 'orders placed' }),
    paid: Count,
    refunded: Count,
    kept: Type.Integer({ description: '`paid` less `refunded`' }),
    canceled: Type.Integer({ minimum: 0, description: 'orders canceled, including refunded ones' }),
    units: Type.Integer({ description: 'units sold less units refunded' }),
    averageOrder: Nullable(Type.Number()),
  },
  { title: 'Sales' },
)
export type Sales = Static<typeof Sales>

export const Dashboard = Type.Object(
  {
    period: Type.Object({
      days: Type.Integer(),
      from: Timestamp,
      to: Timestamp,
      timeZone: Type.String({ description: 'the IANA time zone of the days' }),
    }),
    before: Type.Object({
      from: Timestamp,
      to: Type.String({
        format: 'date-time',
        description:
          'one period ago, so that the current, unfinished day is compared with the same part of an earlier day',
      }),
    }),
    sales: Sales,
    salesBefore: Sales,
    series: Type.Array(
      Type.Object({
        day: Type.String({ description: 'YYYY-MM-DD' }),
        revenue: Money,
        orders: Count,
        paid: Count,
      }),
      { description: 'one entry for every day of the period, oldest first' },
    ),
    topProducts: Type.Array(
      Type.Object({
        ...named,
        profileImage: Nullable(Type.String()),
        units: Type.Integer(),
        revenue: Money,
      }),
      {
        description:
          'up to ten products with the highest revenue; products without revenue are omitted',
      },
    ),
    categories: Type.Array(
      Type.Object({
        category: CategoryName,
        name_ar: Type.String(),
        units: Type.Integer(),
        revenue: Money,
      }),
    ),
    lowStock: Type.Object({
      low: Type.Integer({
        minimum: 0,
        description: 'number of products that are low in stock or sold out',
      }),
      soldOut: Count,
      products: Type.Array(AdminProductRow, {
        description: 'up to five low-stock or sold-out products, those with the fewest units',
      }),
    }),
    orderCounts: OrderCounts,
    lateOrders: Type.Object({
      count: Count,
      hours: Type.Integer({
        description: 'number of hours after which an unsent order is considered late',
      }),
      orders: Type.Array(AdminOrder),
    }),
    unpaidOrders: Type.Object({ count: Count, amount: Price, orders: Type.Array(AdminOrder) }),
    paymentReconciliation: Nullable(PaymentReconciliation),
  },
  { title: 'Dashboard' },
)
export type Dashboard = Static<typeof Dashboard>

export const dashboard = staffEndpoint('GET /api/admin/dashboard', {
  summary: 'Sales figures for a period, compared with the previous one, and what needs attention',
  query: Type.Object({
    days: Type.Optional(Type.Enum(PERIODS, { description: '7 if absent' })),
  }),
  replies: { 200: Dashboard },
})
