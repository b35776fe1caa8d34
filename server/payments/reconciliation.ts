/**
 * Compares the shop's ledger with the provider's once a day, or after an hour if the last comparison failed or found
 * differences. Events and the sweeper keep the two ledgers equal; any differences they missed are reported to the
 * owner.
 */
import type { PaymentReconciliation } from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { PaymentParts } from './payment-parts.ts'
import { chargedCents, currencyName, type LedgerEntry, type PaymentProvider } from './provider.ts'
import * as store from './reconciliation.store.ts'

const DAY_MS = 86_400_000
/** How far back charges are compared: far enough to include late refunds. */
const WINDOW_MS = 30 * DAY_MS
/** Charges younger than this are not compared, since they may still be in progress. */
const SETTLED_MS = 2 * 3_600_000
const BATCH = 100
const SHOWN = 20

export type Reconciliation = ReturnType<typeof createReconciliation>

export function createReconciliation({
  db,
  provider,
  warn,
}: Pick<PaymentParts, 'db' | 'provider' | 'warn'>) {
  async function compare(ledger: NonNullable<PaymentProvider['ledger']>): Promise<void> {
    const to = new Date(Date.now() - SETTLED_MS)
    const from = new Date(to.getTime() - WINDOW_MS)
    const differences: store.Difference[] = []
    const seen = await byCharge(ledger(from, to))
    const all = [...seen.values()]
    for (let at = 0; at < all.length; at += BATCH) {
      const entries = all.slice(at, at + BATCH)
      const ours = await store.findCharges(
        db.run,
        entries.map(({ chargeId }) => chargeId),
      )
      const known = new Map(ours.map((charge) => [charge.id, charge]))
      for (const entry of entries) {
        differences.push(...compareEntry(entry, known.get(entry.chargeId)))
      }
    }
    // The provider's clock may differ from ours: charges near the edges of the period are compared on other days.
    const within = {
      from: new Date(from.getTime() + SETTLED_MS),
      to: new Date(to.getTime() - SETTLED_MS),
    }
    for (const charge of await store.findCaptured(db.run, { provider: provider.name, ...within })) {
      if (!seen.has(charge.id)) differences.push(differenceOf('not_taken', charge, null))
    }
    await inTransaction(db, (tx) => store.replaceDifferences(tx, differences, seen.size))
    for (const { paymentId, orderId, kind } of differences) {
      warn(
        undefined,
        `the shop's ledger and the payment provider disagree on payment ${paymentId} for order ${orderId}: ${kind}`,
      )
    }
  }

  return {
    /** Runs the reconciliation when it is due; safe in several processes. */
    async runIfDue(): Promise<void> {
      if (!provider.ledger || !(await store.beginComparison(db.run))) return
      await compare(provider.ledger)
    },

    /** The result of the last reconciliation, for the owner; null if the provider keeps no ledger. */
    async read(): Promise<PaymentReconciliation | null> {
      if (!provider.ledger) return null
      const { comparedAt, differences } = await store.findDifferences(db.run, SHOWN)
      return {
        compared_at: comparedAt?.toISOString() ?? null,
        count: await store.countDifferences(db.run),
        differences: differences.map(({ paymentId, orderId, kind, ...rest }) => ({
          payment: paymentId,
          order: orderId,
          kind,
          ours: rest.oursCents === null ? null : fromCents(rest.oursCents),
          theirs: rest.theirsCents === null ? null : fromCents(rest.theirsCents),
          found_at: rest.foundAt.toISOString(),
        })),
      }
    },

    count: (): Promise<number> => store.countDifferences(db.run),
  }
}

/** Combines the entries of each charge, which the provider may have started more than once. */
async function byCharge(entries: AsyncIterable<LedgerEntry>): Promise<Map<string, LedgerEntry>> {
  const found = new Map<string, LedgerEntry>()
  for await (const entry of entries) {
    const other = found.get(entry.chargeId)
    found.set(entry.chargeId, other ? together(other, entry) : entry)
  }
  return found
}

/**
 * An entry that is paid and not fully refunded takes precedence; two of them, from a charge paid twice, are added up.
 */
function together(one: LedgerEntry, other: LedgerEntry): LedgerEntry {
  if (!hasMoney(one) && !hasMoney(other)) return one.isPaid ? one : other
  if (!hasMoney(one) || !hasMoney(other)) return hasMoney(one) ? one : other
  return {
    ...one,
    amountCents: one.amountCents + other.amountCents,
    refundedCents: one.refundedCents + other.refundedCents,
    currency: one.currency === currencyName() ? other.currency : one.currency,
  }
}

function hasMoney({ isPaid, amountCents, refundedCents }: LedgerEntry): boolean {
  return isPaid && refundedCents < amountCents
}

/** The differences between the provider's entry and ours; usually none. */
function compareEntry(entry: LedgerEntry, ours: store.OurCharge | undefined): store.Difference[] {
  if (!ours) return entry.isPaid ? [differenceOf('unknown', null, entry)] : []
  if (!entry.isPaid) return ours.hasCaptured ? [differenceOf('not_taken', ours, entry)] : []
  const kind = kindOf(entry, ours)
  return kind ? [differenceOf(kind, ours, entry)] : []
}

function kindOf(entry: LedgerEntry, ours: store.OurCharge): store.Difference['kind'] | null {
  if (ours.keptCents === 0) {
    if (entry.refundedCents >= entry.amountCents) return null
    if (ours.refundedCents === 0) return 'not_captured'
    return ours.isFresh ? null : 'not_refunded'
  }
  const isWhole = chargedCents(entry.amountCents) === chargedCents(ours.amountCents)
  if (!isWhole || entry.currency !== currencyName()) return 'amount'
  if (entry.refundedCents > ours.refundedCents) return 'refunded'
  const missing = ours.refundedCents - entry.refundedCents
  return missing > leftOutOf(ours.refunds) && !ours.isFresh ? 'not_refunded' : null
}

/**
 * By how many cents the provider's refunds may be lower than the shop's: in a currency with three decimals, each refund
 * is rounded down, by at most nine; otherwise 0.
 */
function leftOutOf(refunds: number): number {
  return refunds * (9 - chargedCents(9))
}

function differenceOf(
  kind: store.Difference['kind'],
  ours: store.OurCharge | null,
  theirs: LedgerEntry | null,
): store.Difference {
  return {
    paymentId: ours?.id ?? theirs?.chargeId ?? '',
    orderId: ours?.orderId ?? null,
    kind,
    oursCents: ours ? ours.keptCents || ours.amountCents : null,
    theirsCents: theirs?.isPaid ? theirs.amountCents - theirs.refundedCents : null,
  }
}
