/** The files of demo/history/; demo/README.md explains their columns. */
import { type Past, type PastOrder, timeOf } from './history-rows.ts'

type Cell = string | number | null

export function historyFiles(past: Past, now: number): Record<string, string> {
  const { customers, products, batches, orders, stock, ratings } = past
  // Always rounds up, so that the sequence of events never changes.
  const ago = (at: number) => Math.ceil((now - at) / 1000)
  const customer = (index: number) => customers[index]?.email.split('@')[0] ?? null
  const sku = (index: number) => products[index]?.sku ?? null
  const ordersOf = Map.groupBy(orders, ({ batch }) => batch)
  return {
    customers: table(
      customers.map(({ address: { lines, city, country, name: _, ...address }, ...person }) => ({
        username: person.username,
        email: person.email,
        locale: person.locale,
        country: person.country,
        city: person.city,
        joined: ago(person.joinedAt),
        address_country: country,
        address_city: city,
        lines: lines.join('|'),
        ...address,
      })),
    ),
    purchases: table(
      batches.map(({ at, customer: buyer, payment }, index) => {
        const lines = ordersOf.get(index) ?? []
        const items = lines.map(({ product, quantity }) => `${sku(product)}:${quantity}`).join('|')
        return {
          number: index + 1,
          customer: customer(buyer),
          items,
          payment,
          placed: ago(at),
          ...course(lines[0], ago),
        }
      }),
    ),
    supplies: table(
      stock
        .filter(({ order }) => order === null)
        .map(({ product, reason, onHand, at }) => ({
          sku: sku(product),
          reason,
          units: onHand,
          arrived: ago(at),
        })),
    ),
    ratings: table(
      ratings.map(({ customer: buyer, product, stars, at }) => ({
        customer: customer(buyer),
        sku: sku(product),
        stars,
        given: ago(at),
      })),
    ),
  }
}

/**
 * The seconds from the purchase to each move (null for moves that were not made), who delivered or canceled the orders,
 * and whether refunded units were written off. All orders of a purchase have the same moves.
 */
function course(order: PastOrder | undefined, ago: (at: number) => number) {
  if (!order) throw new Error('a purchase has no order')
  const placed = ago(timeOf(order, 'place') ?? 0)
  const after = (move: PastOrder['moves'][number]['move']) => {
    const at = timeOf(order, move)
    return at === null ? null : placed - ago(at)
  }
  const by = (move: 'deliver' | 'cancel') =>
    order.moves.find((made) => made.move === move)?.actor ?? null
  return {
    confirmed: after('confirm'),
    paid: after('pay'),
    sent: after('send'),
    delivered: after('deliver'),
    delivered_by: by('deliver'),
    canceled: after('cancel'),
    canceled_by: by('cancel'),
    refunded: after('refund'),
    written_off: after('refund') === null ? null : String(order.isWrittenOff),
  }
}

/** The rows as CSV, with their keys as the first line. */
function table(rows: ReadonlyArray<Record<string, Cell>>): string {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  return lines.map((cells) => `${cells.map(cellOf).join(',')}\n`).join('')
}

function cellOf(value: Cell): string {
  const text = String(value ?? '')
  if (/[",\n]/.test(text)) throw new Error(`${text} would need quotes`)
  return text
}
