/**
 * Rules that span several rows (stock, orders and payments, the sums of decision 0012), written as queries that must
 * return nothing. Rules about a single row are table constraints; the most important ones are repeated here, because a
 * dropped constraint must not go unnoticed. All rules are checked by tests, after a restore, and every hour in a
 * running shop (`createInvariantsWatch`).
 */
import { sql } from 'kysely'
import { CATALOG_RULES } from './invariant-rules/catalog.ts'
import { CUSTOMERS_RULES } from './invariant-rules/customers.ts'
import { ORDERS_RULES } from './invariant-rules/orders.ts'
import { PAYMENTS_RULES } from './invariant-rules/payments.ts'
import type { Rule } from './invariant-rules/rule.ts'
import { STOCK_RULES } from './invariant-rules/stock.ts'
import { type Database, type Handle, inTransaction } from './platform/db/database.ts'
import { every, type Stop } from './platform/jobs/every.ts'

export interface Violation {
  rule: string
  /** The broken rule as a sentence that says what should be true. */
  statement: string
  rows: unknown[]
}

const RULES: readonly Rule[] = [
  ...STOCK_RULES,
  ...ORDERS_RULES,
  ...PAYMENTS_RULES,
  ...CUSTOMERS_RULES,
  ...CATALOG_RULES,
]

/**
 * The maximum number of rows to report per rule. Passed as a parameter, because only statements with parameters are
 * prepared, and these queries take longer to plan than to run.
 */
const ROWS_MAX = 10

/** @returns all currently broken rules, each with at most ten rows that break it. */
export async function checkInvariants(db: Handle): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { rule, statement, breaches } of RULES) {
    const { rows } = await sql`select * from (${breaches}) as breach limit ${ROWS_MAX}`.execute(db)
    if (rows.length > 0) violations.push({ rule, statement, rows })
  }
  return violations
}

const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 3_600_000

/**
 * Checks a running shop. A check reads whole tables, so it runs rarely, with a longer time limit than requests get. In
 * the demo (90 days, 3,000 orders), checking all rules takes 0.1 s.
 * @param alarm receives the broken rules, each as its name and statement, never their rows.
 */
export function createInvariantsWatch(db: Database, alarm: (broken: string[]) => void) {
  let violations: number | null = null
  const watch = {
    /** The number of rules found broken by the last check; null before the first check. */
    violations: () => violations,

    async look(): Promise<void> {
      const found = await inTransaction(db, async (tx) => {
        await sql`set local statement_timeout = '60s'`.execute(tx)
        return checkInvariants(tx)
      })
      violations = found.length
      if (found.length > 0) alarm(found.map(({ rule, statement }) => `${rule}: ${statement}`))
    },

    /** Checks a minute after startup, to catch damage from a restore, a crash or an upgrade, and then every hour. */
    start(failed: (error: unknown) => void): Stop {
      let due = 0
      return every(
        FIRST_LOOK_MS,
        async () => {
          if (performance.now() < due) return
          due = performance.now() + LOOK_EVERY_MS
          await watch.look()
        },
        failed,
      )
    },
  }
  return watch
}
