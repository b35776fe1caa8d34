import { sql } from 'kysely'
import type { CashSettings, EditOf, Versioned } from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import { recordSettings, versioned } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { readPrice } from '../platform/http/read-amount.ts'
import type { CashOnDelivery } from './cash-on-delivery.ts'

export type CashBook = ReturnType<typeof createCashBook>

export function createCashBook(db: Database) {
  return {
    find: async (): Promise<Versioned<CashSettings>> => versioned(await find(db.run)),

    /** Existing purchases do not change. @throws ShopError `invalid`, `edited_meanwhile`. */
    replace: (
      caller: Caller,
      { version, ...after }: EditOf<CashSettings>,
    ): Promise<Versioned<CashSettings>> => {
      const maxCents = after.max_total === null ? null : readPrice('max_total', after.max_total)
      return inTransaction(db, async (tx) => {
        await sql`select from cash_on_delivery for update`.execute(tx)
        const before = await find(tx)
        const edit = { entity: 'cash', before, after, version } as const
        await recordSettings(tx, caller, edit, async () => {
          await sql`
            update cash_on_delivery
            set is_on = ${after.is_offered}, max_cents = ${maxCents}::bigint, updated_at = now()`.execute(
            tx,
          )
        })
        return versioned(await find(tx))
      })
    },
  }
}

async function find(db: Handle): Promise<CashSettings> {
  const { rows } = await sql<CashOnDelivery>`
    select is_on, max_cents from cash_on_delivery`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the table cash_on_delivery has no row')
  return {
    is_offered: row.is_on,
    max_total: row.max_cents === null ? null : fromCents(row.max_cents),
  }
}
