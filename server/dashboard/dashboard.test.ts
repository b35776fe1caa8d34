import { beforeAll, expect, it } from 'vitest'
import { type Dashboard, PERIODS } from '#contract/admin.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { createRandom } from '#tests/kit/random.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { LOW_STOCK } from '#tests/kit/shop-rules.ts'
import { forgetDays, sumByDay, sumDays } from '../orders/sales.store.ts'
import { addDays, rollUpDays } from '../orders/sales.ts'
import { inTransaction } from '../platform/db/database.ts'

const DAY = 86_400_000

describeShop('the dashboard', (shop) => {
  let admin: Person
  let customers: Person[]
  let products: number[]
  const { whole } = createRandom(20_261_121)
  const random = (below: number) => whole(0, below - 1)
  const read = async (days: string): Promise<Dashboard> => {
    const { status, body } = await shop.as(admin, 'GET', `/api/admin/dashboard?days=${days}`)
    expect(status).toBe(200)
    return body
  }
  /** @param ahead how far the shop's clocks are ahead of UTC, in milliseconds. */
  const compareAll = async (ahead = 0) => {
    const orders = await allOrders(shop)
    for (const days of PERIODS) {
      const shown = await read(days)
      const figures = recompute(orders, shown, { days: Number(days), ahead })
      expect(pick(shown), `${days} days`).toEqual(figures)
    }
  }
  const isClosed = async () => {
    const rows = await shop.sql`select from sales_closed`
    return rows.length === 1
  }

  beforeAll(async () => {
    admin = await shop.admin()
    customers = await shop.customers(4)
    products = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        shop.product({
          name: `Thing ${index}`,
          price: [0.01, 0.29, 19.99, 100, 1234.56][index % 5] ?? 1,
          stock: 60,
          category: CATEGORIES[index % 3] ?? 'Phones',
        }),
      ),
    )
  })

  it('of a shop without orders is all zeros', async () => {
    const shown = await read('7')

    expect(shown.sales).toEqual({
      revenue: 0,
      gross: 0,
      refunds: 0,
      orders: 0,
      paid: 0,
      refunded: 0,
      kept: 0,
      canceled: 0,
      units: 0,
      averageOrder: null,
    })
    expect(shown.series).toHaveLength(7)
    expect(shown.topProducts).toEqual([])
    await rollUpDays(shop.db)
    expect(await isClosed()).toBe(false)
  })

  it('is right to the cent after random moves, before and after days are rolled up', async () => {
    await trade(shop, { customers, products, random, orders: 50 })
    await spreadOverPast(shop, random)
    await compareAll()

    await rollUpDays(shop.db)

    expect(await isClosed()).toBe(true)
    await compareAll()
    // Most orders are now counted in the rollups, so the comparison covers them.
    const rows = await shop.sql<{ placed: number }>`
      select sum(placed)::bigint as placed from sales_by_day`
    expect(rows[0]?.placed).toBeGreaterThan(40)
  })

  it('stays right when old orders move now', async () => {
    expect(await isClosed()).toBe(true)

    await trade(shop, { customers, products, random, orders: 10 })
    await moveAtRandom(shop, random, 25)

    expect(await isClosed()).toBe(true)
    await compareAll()
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it("moves a product's sales to its new category", async () => {
    const before = await read('90')
    const [id] = products
    const path = `/api/admin/products/${id}`
    const { data } = (await shop.as(admin, 'GET', path)).body
    const { name, name_ar, description, description_ar, seller, price, version } = data
    const edit = await shop.as(admin, 'PUT', path, {
      name,
      name_ar,
      description,
      description_ar,
      seller,
      price,
      version,
      category: 'Electronics',
    })
    expect(edit.status).toBe(200)

    expect(await isClosed()).toBe(true)
    await compareAll()
    expect((await read('90')).sales.revenue).toBe(before.sales.revenue)
  })

  it('reopens daily rollups when the past is changed', async () => {
    await rollUpDays(shop.db)
    await shop.sql`
      update orders set paid_at = paid_at - interval '3 days', created_at = created_at - interval '3 days'
      where id = (select min(id) from orders where paid_at is not null)`

    expect(await isClosed()).toBe(false)
    await compareAll()
    await rollUpDays(shop.db)
    await compareAll()
  })

  it('rolls a day up once, however many do it at once', async () => {
    await shop.sql`delete from sales_closed`

    await Promise.all([rollUpDays(shop.db), rollUpDays(shop.db), rollUpDays(shop.db)])

    await compareAll()
  })

  it('counts days in the time zone of the shop, those that were closed in another too', async () => {
    await rollUpDays(shop.db)
    const path = '/api/admin/shop-details'
    const { data } = (await shop.as(admin, 'GET', path)).body
    const body = { ...data, time_zone: 'Asia/Dubai' }
    expect((await shop.as(admin, 'PUT', path, body)).status).toBe(200)

    expect((await read('7')).period.timeZone).toBe('Asia/Dubai')
    await compareAll(4 * 3_600_000)
    await rollUpDays(shop.db)
    expect(await isClosed()).toBe(true)
    await compareAll(4 * 3_600_000)

    await shop.as(admin, 'PUT', path, { ...data, version: undefined })
    await compareAll()
  })

  it('lists what needs attention', async () => {
    await shop.product({ name: 'Nearly gone', stock: LOW_STOCK })
    await shop.product({ name: 'Gone', stock: 0 })
    const shown = await read('7')

    const orders = await allOrders(shop)
    const unpaid = orders.filter(({ state }) => ['pending', 'confirm'].includes(state))
    const late = orders.filter(
      ({ state, paid_at, delivered_at }) =>
        state === 'complete' && !delivered_at && paid_at && Date.now() - paid_at > DAY,
    )
    expect(shown.unpaidOrders.count).toBe(unpaid.length)
    expect(shown.unpaidOrders.amount).toBe(sum(unpaid.map(({ cents }) => cents)) / 100)
    expect(shown.lateOrders.count).toBe(late.length)
    expect(late.length).toBeGreaterThan(0)
    const longest = late.sort((a, b) => Number(a.paid_at) - Number(b.paid_at)).slice(0, 5)
    expect(shown.lateOrders.orders.map(({ id }) => id)).toEqual(longest.map(({ id }) => id))
    const rows = await shop.sql<{ low: number; out: number }>`
      select count(*) as low, count(*) filter (where on_hand = reserved) as out from product
      where on_hand - reserved <= ${LOW_STOCK}`
    expect(shown.lowStock).toMatchObject({ low: rows[0]?.low, soldOut: rows[0]?.out })
    expect(shown.lowStock.products[0]).toMatchObject({ name: 'Gone', quantity: 0 })
    const { body } = await shop.as(admin, 'GET', '/api/admin/orders/counts')
    const count = (state: string) => orders.filter((order) => order.state === state).length
    expect(shown.orderCounts).toEqual(body.counts)
    expect(body.counts).toMatchObject({
      total: orders.length,
      pending: count('pending'),
      complete: count('complete'),
      canceled: count('canceled'),
      refunded: orders.filter(({ state, paid_at }) => state === 'canceled' && paid_at).length,
      late: late.length,
    })
  })
})

describeShop('a day on which clocks change', (shop) => {
  it.for([
    ['2027-03-27', '2027-03-28', '2027-03-29', '2027-03-27T23:00:00Z', 23],
    ['2027-10-30', '2027-10-31', '2027-11-01', '2027-10-30T22:00:00Z', 25],
  ] as const)('has all of its hours in figures: %s and after', async (dates) => {
    const [before, day, after, start, hours] = dates
    await shop.sql`update shop_details set time_zone = 'Europe/Berlin'`
    const begin = Date.parse(start)
    const end = begin + hours * 3_600_000
    for (const at of [begin - 1, begin, end - 1, end]) {
      const buyer = await shop.customer()
      const [order] = await withBuying(shop).placed(buyer, [{ Product: await shop.product() }])
      await shop.sql`update orders set created_at = ${new Date(at)} where id = ${order?.id}`
    }
    const placed = (rows: readonly { day: string; placed: number }[]) =>
      rows.map((row) => [row.day, row.placed]).sort()

    const live = await sumByDay(shop.db.run, { closed: null, live: { from: day, to: null } })
    expect(placed(live)).toEqual([
      [day, 2],
      [after, 1],
    ])
    await inTransaction(shop.db, async (tx) => {
      await forgetDays(tx)
      await sumDays(tx, addDays(before, -1), day)
      await sumDays(tx, day, after)
    })
    const rows = await shop.sql<{ day: string; placed: number }>`
      select day::text, placed from sales_by_day`
    expect(placed(rows)).toEqual([
      [before, 1],
      [day, 2],
      [after, 1],
    ])
  })

  it('begins once, where clocks go back over its midnight', async () => {
    const rows = await shop.sql<{ start: Date }>`
      select start_of_day('2026-11-01', 'America/Havana') as start`
    expect(rows[0]?.start).toEqual(new Date('2026-11-01T04:00:00Z'))
  })
})

interface Trade {
  customers: Person[]
  products: number[]
  random: (below: number) => number
  orders: number
}

async function trade(shop: Shop, { customers, products, random, orders }: Trade) {
  const { placed, byStaff, pay, refund } = withBuying(shop)
  for (let index = 0; index < orders; index++) {
    const customer = customers[random(customers.length)] as Person
    const Product = products[random(products.length)]
    const [order] = await placed(customer, [{ Product, quantity: 1 + random(4) }])
    const id = order?.id
    const fate = random(10)
    if (fate === 0) continue
    await byStaff(id, fate === 1 ? 'cancel' : 'confirm')
    if (fate < 3) continue
    await pay(customer, id)
    if (fate === 6 || fate === 9) await refund(id, { units: 1 })
    if (fate > 6) await byStaff(id, 'delivered')
    if (fate > 8) await refund(id, { goodsBack: random(2) === 0 })
  }
}

async function spreadOverPast(shop: Shop, random: (below: number) => number) {
  for (const { id } of await allOrders(shop)) {
    const placed = random(200 * 24 * 60)
    const paid = random(placed + 1)
    const ended = random(paid + 1)
    await shop.sql`
      update orders set created_at = created_at - make_interval(mins => ${placed}),
        paid_at = paid_at - make_interval(mins => ${paid}),
        delivered_at = delivered_at - make_interval(mins => ${ended}),
        canceled_at = canceled_at - make_interval(mins => ${ended})
      where id = ${id}`
    await shop.sql`
      update refund set created_at = created_at - make_interval(mins => ${paid})
      where order_id = ${id} and is_part`
  }
}

async function moveAtRandom(shop: Shop, random: (below: number) => number, count: number) {
  const { byStaff } = withBuying(shop)
  const orders = await allOrders(shop)
  for (let index = 0; index < count; index++) {
    const move = ['confirm', 'cancel', 'delivered', 'refund'][random(4)] ?? ''
    const body = move === 'refund' ? { goodsBack: true } : undefined
    await byStaff(orders[random(orders.length)]?.id, move, body)
  }
}

interface Refund {
  at: number
  cents: number
  units: number
}

interface PlainOrder {
  id: number
  state: string
  product: number
  category: string
  quantity: number
  cents: number
  created_at: number
  paid_at: number | null
  canceled_at: number | null
  delivered_at: number | null
  /** The partial refunds of the order, excluding the refund of the remaining amount. */
  parts: Refund[]
}

async function allOrders(shop: Shop): Promise<PlainOrder[]> {
  const rows = await shop.sql<PlainOrder>`
    select o.id, o.state, o.product_id as product, c.name as category, o.quantity,
      o.unit_price_cents * o.quantity as cents,
      extract(epoch from o.created_at)::double precision * 1000 as created_at,
      extract(epoch from o.paid_at)::double precision * 1000 as paid_at,
      extract(epoch from o.canceled_at)::double precision * 1000 as canceled_at,
      extract(epoch from o.delivered_at)::double precision * 1000 as delivered_at,
      (select coalesce(jsonb_agg(jsonb_build_object(
        'at', extract(epoch from r.created_at) * 1000, 'cents', amount_cents, 'units', units)), '[]')
        from refund r where r.order_id = o.id and is_part) as parts
    from orders o join product p on p.id = o.product_id join category c on c.id = p.category_id
    order by o.id`
  return rows
}

/** The partial refunds of an order, and the refund of the remaining amount if the order was canceled after payment. */
function givenBack({ paid_at, canceled_at, cents, quantity, parts }: PlainOrder): Refund[] {
  if (paid_at === null || canceled_at === null) return parts
  const rest = {
    at: canceled_at,
    cents: cents - sum(parts.map((part) => part.cents)),
    units: quantity - sum(parts.map((part) => part.units)),
  }
  return [...parts, rest]
}

/** The figures of the dashboard, computed from the orders one by one without the shop's SQL. */
function recompute(
  orders: PlainOrder[],
  shown: Dashboard,
  { days, ahead }: { days: number; ahead: number },
) {
  const to = Date.parse(shown.period.to)
  const from = Math.floor((to + ahead) / DAY) * DAY - (days - 1) * DAY - ahead
  const within = (start: number, end: number) => (at: number | null) =>
    at !== null && at >= start && at < end
  const salesOf = (start: number, end: number, some = orders) => {
    const isIn = within(start, end)
    const paid = some.filter(({ paid_at }) => isIn(paid_at))
    const canceled = some.filter(({ canceled_at }) => isIn(canceled_at))
    const refunded = canceled.filter(({ paid_at }) => paid_at !== null)
    const gross = sum(paid.map(({ cents }) => cents))
    const back = some.flatMap(givenBack).filter(({ at }) => isIn(at))
    const refunds = sum(back.map(({ cents }) => cents))
    const kept = paid.length - refunded.length
    return {
      revenue: (gross - refunds) / 100,
      gross: gross / 100,
      refunds: refunds / 100,
      orders: some.filter(({ created_at }) => isIn(created_at)).length,
      paid: paid.length,
      refunded: refunded.length,
      kept,
      canceled: canceled.length,
      units: sum(paid.map(({ quantity }) => quantity)) - sum(back.map(({ units }) => units)),
      averageOrder:
        kept > 0 && gross >= refunds ? Math.round((gross - refunds) / kept) / 100 : null,
    }
  }
  const end = Number.POSITIVE_INFINITY
  const perProduct = [...Map.groupBy(orders, ({ product }) => product)]
    .map(([id, some]) => ({ id, ...salesOf(from, end, some) }))
    .filter(({ revenue }) => revenue > 0)
    .sort((a, b) => b.revenue - a.revenue || a.id - b.id)
  return {
    from: new Date(from).toISOString(),
    before: {
      from: new Date(from - days * DAY).toISOString(),
      to: new Date(to - days * DAY).toISOString(),
    },
    sales: salesOf(from, end),
    salesBefore: salesOf(from - days * DAY, to - days * DAY),
    series: Array.from({ length: days }, (_, index) => {
      const day = from + index * DAY
      const { revenue, orders: placed, paid } = salesOf(day, day + DAY)
      return {
        day: new Date(day + ahead).toISOString().slice(0, 10),
        revenue,
        orders: placed,
        paid,
      }
    }),
    top: perProduct.slice(0, 10).map(({ id, units, revenue }) => ({ id, units, revenue })),
    categories: CATEGORIES.map((category) => {
      const some = orders.filter((order) => order.category === category)
      const { units, revenue } = salesOf(from, end, some)
      return { category, units, revenue }
    }).sort((a, b) => (a.category < b.category ? -1 : 1)),
  }
}

function pick(shown: Dashboard): ReturnType<typeof recompute> {
  return {
    from: shown.period.from,
    before: shown.before,
    sales: shown.sales,
    salesBefore: shown.salesBefore,
    series: shown.series,
    top: shown.topProducts.map(({ id, units, revenue }) => ({ id, units, revenue })),
    categories: shown.categories
      .map(({ category, units, revenue }) => ({ category, units, revenue }))
      .sort((a, b) => (a.category < b.category ? -1 : 1)),
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
