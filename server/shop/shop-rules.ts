/** What staff choose for orders and stock; statements read it where it counts. */
import { sql } from 'kysely'
import { type EditOf, ShopRules, type Versioned } from '#contract/admin.ts'
import { recordEdit, versioned } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'

/** A trigger compares every product with a new limit of low stock: seconds for 100,000. */
const RECOUNT_MS = 60_000

const NAMES = Object.keys(ShopRules.properties) as (keyof ShopRules)[]

export type ShopRulesBook = ReturnType<typeof createShopRules>

export function createShopRules(db: Database) {
  return {
    find: async (): Promise<Versioned<ShopRules>> => versioned(await find(db.run)),

    /** @throws ShopError `edited_meanwhile` */
    replace: (caller: Caller, { version, ...after }: EditOf<ShopRules>) =>
      inTransaction(db, async (tx): Promise<Versioned<ShopRules>> => {
        await sql`select from shop_rules for update`.execute(tx)
        const before = await find(tx)
        const entry = {
          actorId: caller.id,
          action: 'edit',
          entity: 'rules',
          entityId: null,
          version,
        } as const
        await sql`select set_config('statement_timeout', ${String(RECOUNT_MS)}, true)`.execute(tx)
        await recordEdit(tx, { ...entry, before, after }, async () => {
          await tx.updateTable('shop_rules').set(after).execute()
        })
        return versioned(await find(tx))
      }),
  }
}

function find(db: Handle): Promise<ShopRules> {
  return db.selectFrom('shop_rules').select(NAMES).executeTakeFirstOrThrow()
}
