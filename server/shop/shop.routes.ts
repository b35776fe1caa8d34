/** What the page must know of the shop, and how machines ask whether it is well. */
import { sql } from 'kysely'
import { LOCALES } from '#contract/locale.ts'
import { healthz, readyz, shopConfig } from '#contract/shop.ts'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'

export function shopRoutes(api: Api, config: Config, db: Database): void {
  api.route(shopConfig, async () => ({
    demo: config.demo,
    languages: [...LOCALES],
    currency: 'USD' as const,
    realtime: { key: config.realtimeKey, host: null, port: config.realtimePort },
    payment: { provider: 'sandbox' as const },
    google: false,
    contact: config.contact,
  }))

  api.route(healthz, async () => ({ status: 'ok' as const }))

  api.route(readyz, async () => {
    await sql`select 1`.execute(db.read)
    return { status: 'ready' as const }
  })
}
