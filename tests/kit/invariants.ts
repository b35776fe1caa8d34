/** Checks the shop's invariants, and the responses that clients received, in tests that try to break the shop. */
import { sql } from 'kysely'
import type { Handle } from '#server/platform/db/database.ts'

export { checkInvariants } from '#server/invariants.ts'

export interface OrderAnswer {
  userId: number
  orders: ReadonlyArray<{ id: number; Product: number; quantity: number; total: number }>
}

/**
 * E12: every acknowledged order is stored as acknowledged, and every stored order with an id above `since` was
 * acknowledged. Only for tests that collect every response.
 * @returns descriptions of the differences.
 */
export async function compareWithAnswers(
  db: Handle,
  answers: readonly OrderAnswer[],
  since = 0,
): Promise<string[]> {
  const { rows } = await sql<{ id: number; line: string }>`
    select id, concat_ws(' ', user_id, product_id, quantity, total_cents) as line
    from orders where id > ${since}`.execute(db)
  const stored = new Map(rows.map(({ id, line }) => [id, line]))
  const differences: string[] = []
  const acknowledged = new Set<number>()
  for (const { userId, orders } of answers) {
    for (const order of orders) {
      const cents = Math.round(order.total * 100)
      const line = [userId, order.Product, order.quantity, cents].join(' ')
      if (stored.get(order.id) !== line) {
        differences.push(
          `order ${order.id} was acknowledged as ${line}, stored as ${stored.get(order.id)}`,
        )
      }
      acknowledged.add(order.id)
    }
  }
  for (const id of stored.keys())
    if (!acknowledged.has(id)) differences.push(`order ${id} was acknowledged to nobody`)
  return differences
}
