/** What staff choose for orders and stock, and whether customers can order; statements read it where it counts. */
import { sql } from 'kysely'
import { type EditOf, ShopRules, type Versioned } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { recordEdit, versioned } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { translate } from '../platform/words/translate.ts'

/** A trigger compares every product with a new limit of low stock: seconds for 100,000. */
const RECOUNT_MS = 60_000

const NAMES = Object.keys(ShopRules.properties) as (keyof ShopRules)[]

export type ShopRulesBook = ReturnType<typeof createShopRules>

/** @param announce invalidates cached answers that say whether customers can order; called after the commit. */
export function createShopRules(db: Database, announce: () => Promise<void>) {
  return {
    find: async (): Promise<Versioned<ShopRules>> => versioned(await find(db.run)),

    /** @throws ShopError `edited_meanwhile` */
    async replace(caller: Caller, { version, ...after }: EditOf<ShopRules>) {
      const data = await inTransaction(db, async (tx): Promise<Versioned<ShopRules>> => {
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
      })
      await announce()
      return data
    },

    /** As the page's settings have it. */
    async maintenance(): Promise<ShopConfig['maintenance']> {
      const { is_closed, closed_text: text, closed_text_ar: text_ar } = await find(db.run)
      if (!is_closed) return null
      const say = (locale: Locale) => translate(locale, 'error.maintenance')
      return { text: text || say('en'), text_ar: text_ar || text || say('ar') }
    },
  }
}

function find(db: Handle): Promise<ShopRules> {
  return db.selectFrom('shop_rules').select(NAMES).executeTakeFirstOrThrow()
}
