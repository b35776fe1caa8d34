/** How machines ask whether the shop is well. */
import { sql } from 'kysely'
import { healthz, readyz } from '#contract/shop.ts'
import type { Database } from '../db/database.ts'
import type { Api } from './api.ts'
import { ShopError } from './shop-error.ts'

export function healthRoutes(api: Api, db: Database, isDraining: () => boolean): void {
  api.route(healthz, async () => ({ status: 'ok' as const }))

  api.route(readyz, async () => {
    if (isDraining()) throw new ShopError('unavailable', 'The server is stopping.')
    await sql`select 1`.execute(db.read)
    return { status: 'ready' as const }
  })
}
