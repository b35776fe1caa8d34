/** Everything that the shop stores about a customer, collected from the features that store it. */
import type { DataExport } from '#contract/accounts.ts'
import type { Database } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { findUser } from './accounts.store.ts'
import * as store from './data-export.store.ts'
import type { Sessions } from './sessions/sessions.ts'

/** An export reads everything that a customer ever did. */
const DOWNLOADS_PER_ACCOUNT = { attempts: 20, windowSeconds: 60 * 60 }

export interface DataExportParts {
  db: Database
  sessions: Sessions
  /** Whether the shop asks its customers to confirm their e-mails. */
  asksToConfirm: boolean
  addressesOf(caller: Caller): Promise<DataExport['addresses']>
  ordersOf(caller: Caller): Promise<DataExport['orders']>
  notesOf(caller: Caller): Promise<DataExport['notes']>
  invoicesOf(caller: Caller): Promise<DataExport['invoices']>
  cartOf(caller: Caller): Promise<DataExport['cart']>
  ratingsOf(caller: Caller): Promise<DataExport['ratings']>
  devicesOf(caller: Caller): Promise<DataExport['devices']>
}

export type ExportData = (caller: Caller) => Promise<DataExport>

export function createDataExport(parts: DataExportParts): ExportData {
  const { db, sessions } = parts

  /** @throws ShopError `too_many`, `not_found` when the account was removed a moment ago. */
  return async (caller) => {
    await countAttempt(db.run, `data-export:${caller.id}`, DOWNLOADS_PER_ACCOUNT)
    const [
      user,
      dates,
      addresses,
      orders,
      notes,
      invoices,
      cart,
      ratings,
      devices,
      list,
      identities,
    ] = await Promise.all([
      findUser(db.run, caller.id, parts.asksToConfirm),
      store.findDates(db.run, caller.id),
      parts.addressesOf(caller),
      parts.ordersOf(caller),
      parts.notesOf(caller),
      parts.invoicesOf(caller),
      parts.cartOf(caller),
      parts.ratingsOf(caller),
      parts.devicesOf(caller),
      sessions.list(caller),
      store.findIdentities(db.run, caller.id),
    ])
    if (!user || !dates) throw notFound()
    return {
      exported_at: new Date().toISOString(),
      profile: { ...user, locale: dates.locale, created_at: dates.createdAt.toISOString() },
      addresses,
      orders,
      notes,
      invoices,
      cart,
      ratings,
      devices,
      sessions: list,
      identities,
    }
  }
}
