/**
 * Compares the clients' log with the database: an acknowledged request must have taken effect exactly once, an
 * unanswered request completely and once, or not at all.
 */
import { type RawBuilder, sql } from 'kysely'
import { QUANTITY_MAX } from '#contract/limits.ts'
import type { Handle } from '#server/platform/db/database.ts'
import { checkInvariants, compareWithAnswers, type OrderAnswer } from '#tests/kit/invariants.ts'
import type { Answered, ClientLog, Sent } from './client-log.ts'

export interface Verdict {
  complaints: string[]
  orders: number
  /** The number of idempotency keys for which the client does not know whether its order was placed. */
  unheard: number
  slowestMs: number
}

/** Matches complaints about lost acknowledged data. A database that acknowledges commits too early must cause one. */
export const LOSS =
  /stored as undefined|was (paid|canceled|confirmed) and is|has \d+, not|is undefined, not|units came in/

export async function checkLog(db: Handle, log: ClientLog): Promise<Verdict> {
  const { sent, answers } = await log.read()
  const done = sent.filter(({ id }) => isDone(answers.get(id)))
  const violations = await checkInvariants(db)
  const acknowledged = [...acknowledgedIn(sent, answers), ...(await unheard(db, sent, answers))]
  const faulty = [...answers.values()].filter(({ status }) => status >= 500 && status !== 503)
  return {
    complaints: [
      ...violations.map(
        ({ rule, statement, rows }) => `${rule}, ${statement}: ${JSON.stringify(rows)}`,
      ),
      ...faulty.map(({ status, body }) => `an answer is ${status}: ${JSON.stringify(body)}`),
      ...(await compareWithAnswers(db, acknowledged)),
      ...(await compareMoves(db, done)),
      ...(await compareCarts(db, sent, done)),
      ...(await compareRatings(db, sent, answers)),
      ...(await compareStock(db, sent, done)),
    ],
    orders: acknowledged.reduce((sum, { orders }) => sum + orders.length, 0),
    unheard: unheardKeys(sent, answers).length,
    slowestMs: Math.round(Math.max(0, ...[...answers.values()].map(({ ms }) => ms))),
  }
}

function isDone(answer: Answered | undefined): boolean {
  return answer !== undefined && answer.status < 300
}

function acknowledgedIn(
  sent: readonly Sent[],
  answers: ReadonlyMap<number, Answered>,
): OrderAnswer[] {
  return sent.flatMap(({ id, what, userId }) => {
    const answer = answers.get(id)
    return what === 'order' && answer?.status === 201 ? [{ userId, orders: answer.body.data }] : []
  })
}

/** Stored orders that no client knows about: requests with their idempotency key got no response, or only a 5xx. */
async function unheard(
  db: Handle,
  sent: readonly Sent[],
  answers: ReadonlyMap<number, Answered>,
): Promise<OrderAnswer[]> {
  const { rows } = await sql<OrderAnswer>`
    select b.user_id as "userId", json_agg(json_build_object('id', o.id, 'Product', o.product_id,
      'quantity', o.quantity, 'total', o.total_cents / 100.0)) as orders
    from order_batch b join orders o on o.batch_id = b.id
    where b.idempotency_key = any(${unheardKeys(sent, answers)}::text[]) group by b.id`.execute(db)
  return rows
}

function unheardKeys(sent: readonly Sent[], answers: ReadonlyMap<number, Answered>): string[] {
  // A 5xx does not say whether the request took effect.
  const isHeard = (status = 500) => status < 500
  const heard = new Set(
    sent.filter(({ id }) => isHeard(answers.get(id)?.status)).map(({ key }) => key),
  )
  const keys = sent.flatMap(({ key }) => (key && !heard.has(key) ? [key] : []))
  return [...new Set(keys)]
}

async function compareMoves(db: Handle, done: readonly Sent[]): Promise<string[]> {
  const { rows } = await sql<{ id: number; state: string }>`select id, state from orders`.execute(
    db,
  )
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  return done.flatMap(({ what, about = 0 }) => {
    const state = states.get(about)
    if (what === 'pay' && state !== 'complete') return [`order ${about} was paid and is ${state}`]
    if (what === 'cancel' && state !== 'canceled')
      return [`order ${about} was canceled and is ${state}`]
    if (what === 'confirm' && (state === 'pending' || state === undefined))
      return [`order ${about} was confirmed and is ${state}`]
    return []
  })
}

/** Adding to a cart takes no idempotency key, so an unanswered request may have taken effect each time it was sent. */
async function compareCarts(
  db: Handle,
  sent: readonly Sent[],
  done: readonly Sent[],
): Promise<string[]> {
  const stored = await storedIn(db, sql`cart_item`, sql`quantity`)
  const added = byPlace(done, 'add')
  return [...byPlace(sent, 'add')].flatMap(([place, tries]) => {
    const least = Math.min(QUANTITY_MAX, added.get(place)?.length ?? 0)
    const quantity = stored.get(place) ?? 0
    return quantity < least || quantity > tries.length
      ? [`cart ${place} has ${quantity}, not ${least} to ${tries.length}`]
      : []
  })
}

/** The stored rating must be the last acknowledged one, or one sent after it. */
async function compareRatings(
  db: Handle,
  sent: readonly Sent[],
  answers: ReadonlyMap<number, Answered>,
): Promise<string[]> {
  const stored = await storedIn(db, sql`rating`, sql`stars`)
  return [...byPlace(sent, 'rate')].flatMap(([place, tries]) => {
    const last = tries.findLastIndex(({ id }) => isDone(answers.get(id)))
    const possible = tries
      .slice(Math.max(last, 0))
      .map(({ body }) => (body as { rating: number }).rating)
    const stars = stored.get(place)
    const isRight = stars === undefined ? last < 0 : possible.includes(stars)
    return isRight ? [] : [`rating ${place} is ${stars}, not one of ${possible}`]
  })
}

/** Each row's figure, keyed by customer id and product id, separated by a space. */
async function storedIn(db: Handle, table: RawBuilder<unknown>, figure: RawBuilder<unknown>) {
  const { rows } = await sql<{ place: string; figure: number }>`
    select user_id || ' ' || product_id as place, ${figure} as figure from ${table}`.execute(db)
  return new Map(rows.map((row) => [row.place, row.figure]))
}

/** The requests of one kind, grouped by the keys that `storedIn` uses. */
function byPlace(list: readonly Sent[], kind: Sent['what']) {
  return Map.groupBy(
    list.filter(({ what }) => what === kind),
    ({ userId, about }) => `${userId} ${about}`,
  )
}

async function compareStock(
  db: Handle,
  sent: readonly Sent[],
  done: readonly Sent[],
): Promise<string[]> {
  const { rows } = await sql<{ came: number }>`
    select coalesce(sum(d_on_hand), 0)::bigint as came from stock_ledger where reason = 'restock'`.execute(
    db,
  )
  const units = (list: readonly Sent[]) =>
    list
      .filter(({ what }) => what === 'restock')
      .reduce((sum, { body }) => sum + (body as { change: number }).change, 0)
  const came = rows[0]?.came ?? 0
  return came < units(done) || came > units(sent)
    ? [`${came} units came in, not ${units(done)} to ${units(sent)}`]
    : []
}
