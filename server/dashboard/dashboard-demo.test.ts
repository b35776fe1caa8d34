/**
 * Compares the dashboard of a fresh shop's ninety days with one plain query of its order moves and
 * partial refunds: another source (the history, not the orders' own times) and another method.
 */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type Dashboard, PERIODS } from '#contract/admin.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeDemoShop, type Person } from '#tests/kit/shop.ts'
import { rollUpDays } from '../orders/sales.ts'

interface Moved {
  category: string
  product: number
  day: string
  placed: number
  paid: number
  refunded: number
  canceled: number
  units: number
  gross: number
  refunds: number
}

describeDemoShop('the dashboard of the demo', (shop) => {
  let admin: Person
  const read = async (days: string): Promise<Dashboard> =>
    (await shop.call('GET', '/api/admin/dashboard', { token: admin.token, query: { days } })).body

  beforeAll(async () => {
    admin = await shop.admin()
  })

  /** The moves from one moment (inclusive) to another (exclusive), by day, category and product. */
  async function moved(from: string, to: string): Promise<Moved[]> {
    const { rows } = await sql<Moved>`
      select c.name as category, o.product_id as product,
        to_char(h.at at time zone 'UTC', 'YYYY-MM-DD') as day,
        count(*) filter (where move = 'place') as placed,
        count(*) filter (where move = 'pay') as paid,
        count(*) filter (where move = 'refund') as refunded,
        count(*) filter (where move in ('refund', 'cancel')) as canceled,
        coalesce(sum(case move when 'pay' then quantity when 'refund' then -quantity end), 0)::bigint as units,
        coalesce(sum(unit_price_cents * quantity) filter (where move = 'pay'), 0)::bigint as gross,
        coalesce(sum(case move when 'part' then h.cents
          when 'refund' then unit_price_cents * quantity - refunded_cents end), 0)::bigint as refunds
      from (
        select order_id, move, at, 0 as cents from order_history
        union all
        select order_id, 'part', created_at, amount_cents from refund where is_part
      ) h join orders o on o.id = h.order_id
      join product p on p.id = o.product_id join category c on c.id = p.category_id
      where h.at >= ${from}::timestamptz and h.at < ${to}::timestamptz
      group by 1, 2, 3`.execute(shop.db.run)
    return rows
  }

  function salesOf(moves: readonly Moved[]) {
    const sum = (key: Exclude<keyof Moved, 'category' | 'product' | 'day'>) =>
      moves.reduce((total, one) => total + one[key], 0)
    const kept = sum('paid') - sum('refunded')
    const cents = sum('gross') - sum('refunds')
    return {
      revenue: cents / 100,
      gross: sum('gross') / 100,
      refunds: sum('refunds') / 100,
      orders: sum('placed'),
      paid: sum('paid'),
      refunded: sum('refunded'),
      kept,
      canceled: sum('canceled'),
      units: sum('units'),
      averageOrder: kept > 0 && cents >= 0 ? Math.round(cents / kept) / 100 : null,
    }
  }

  async function compareAll(): Promise<void> {
    for (const days of PERIODS) {
      const shown = await read(days)
      const now = await moved(shown.period.from, shown.period.to)
      const before = await moved(shown.before.from, shown.before.to)
      expect(shown.sales, `${days} days`).toEqual(salesOf(now))
      expect(shown.salesBefore, `before ${days} days`).toEqual(salesOf(before))
      expect(shown.series).toEqual(
        shown.series.map(({ day }) => {
          const { revenue, orders, paid } = salesOf(now.filter((one) => one.day === day))
          return { day, revenue, orders, paid }
        }),
      )
      for (const { category, units, revenue } of shown.categories) {
        const sales = salesOf(now.filter((one) => one.category === category))
        expect({ units, revenue }, category).toEqual({ units: sales.units, revenue: sales.revenue })
      }
      const products = [...Map.groupBy(now, ({ product }) => product)]
        .map(([id, some]) => ({ id, ...salesOf(some) }))
        .filter(({ revenue }) => revenue > 0)
        .sort((a, b) => b.revenue - a.revenue || a.id - b.id)
        .slice(0, 10)
      expect(shown.topProducts.map(({ id, units, revenue }) => ({ id, units, revenue }))).toEqual(
        products.map(({ id, units, revenue }) => ({ id, units, revenue })),
      )
    }
  }

  it('equals the sum of the moves to the cent, before and after days are rolled up', async () => {
    await compareAll()
    await rollUpDays(shop.db)
    await compareAll()

    const { sales } = await read('90')
    expect(sales.orders).toBeGreaterThan(2000)
    expect(sales.refunds).toBeGreaterThan(0)
  })

  it('stays equal when old orders are refunded and new ones are placed and paid', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from orders where state = 'complete' order by random() limit 20`.execute(
      shop.db.run,
    )
    for (const [index, { id }] of rows.entries()) {
      const answer = await shop.call('POST', `/api/admin/orders/${id}/refund`, {
        token: admin.token,
        body: { goodsBack: index % 2 === 0 },
      })
      expect(answer.status).toBe(200)
    }
    const customer = await shop.customer()
    const product = await shop.product({ price: 12_345.67, stock: 9 })
    const { body } = await shop.call('POST', '/api/user/order', {
      token: customer.token,
      body: { orders: [{ Product: product, quantity: 3 }] },
    })
    await shop.call('POST', `/api/admin/orders/${body.data[0].id}/confirm`, { token: admin.token })
    await shop.call('POST', `/api/user/order/${body.data[0].id}/payment`, { token: customer.token })

    await compareAll()
    expect((await read('1')).topProducts[0]).toMatchObject({ id: product, revenue: 37_037.01 })
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('fails the comparison when it is off by a cent', async () => {
    await rollUpDays(shop.db)
    await sql`
      update sales_by_day set gross_cents = gross_cents + 1
      where (day, category_id) = (
        select day, category_id from sales_by_day order by day desc, category_id limit 1
      )`.execute(shop.db.run)

    await expect(compareAll()).rejects.toThrow()
  })
})
