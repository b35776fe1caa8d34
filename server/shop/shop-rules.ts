/** Shop rules: settings for orders and stock, and whether customers can order. SQL statements read them directly. */
import { sql } from 'kysely'
import { type EditOf, ShopRules, type ShopRulesReply } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import type { ShopConfig } from '#contract/shop.ts'
import { recordSettings, versionOf } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { translate } from '../platform/words/translate.ts'

/**
 * The time limit for a change: a trigger compares every product with a new low-stock limit, which takes seconds for
 * 100,000 products.
 */
const RECOUNT_MS = 60_000

const NAMES = Object.keys(ShopRules.properties) as (keyof ShopRules)[]

export type ShopRulesBook = ReturnType<typeof createShopRules>

interface Parts {
  fixed: Partial<ShopRules>
  /** Invalidates cached responses that say whether customers can order; runs after the commit. */
  announce(): Promise<void>
}

export function createShopRules(db: Database, { fixed, announce }: Parts) {
  const reply = (stored: ShopRules): ShopRulesReply => ({
    data: { ...stored, ...fixed, version: versionOf(stored) },
    fixed: Object.keys(fixed),
  })
  return {
    find: async () => reply(await find(db.run)),

    /** @throws ShopError `edited_meanwhile` */
    async replace(caller: Caller, { version, ...wanted }: EditOf<ShopRules>) {
      const stored = await inTransaction(db, async (tx) => {
        await sql`select from shop_rules for update`.execute(tx)
        const before = await find(tx)
        const kept = Object.keys(fixed).map((name) => [name, before[name as keyof ShopRules]])
        const after: ShopRules = { ...wanted, ...Object.fromEntries(kept) }
        await sql`select set_config('statement_timeout', ${String(RECOUNT_MS)}, true)`.execute(tx)
        const edit = { entity: 'rules', before, after, version } as const
        await recordSettings(tx, caller, edit, async () => {
          await tx.updateTable('shop_rules').set(after).execute()
        })
        return find(tx)
      })
      await announce()
      return reply(stored)
    },

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

/** Stores `auto_confirm` if it is set in the environment, for the statements that read it. */
export async function storeRules(
  db: Database,
  { fixedRules: { auto_confirm } }: { fixedRules: Partial<ShopRules> },
): Promise<void> {
  if (auto_confirm === undefined) return
  await sql`
    update shop_rules
    set auto_confirm = ${auto_confirm} where auto_confirm <> ${auto_confirm}`.execute(db.run)
}
