/** Everything that the shop stores about a customer, collected from the features that store it. */
import type { DataExport } from '#contract/accounts.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import type { AccountParts } from './account-parts.ts'
import { findUser } from './accounts.store.ts'
import * as store from './data-export.store.ts'

/** An export reads everything that a customer ever did. */
const DOWNLOADS_PER_ACCOUNT = { attempts: 20, windowSeconds: 60 * 60 }

export interface DataExportParts extends Pick<AccountParts, 'db' | 'sessions' | 'asksToConfirm'> {
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
    const user = await findUser(db.run, caller.id, parts.asksToConfirm)
    const dates = await store.findDates(db.run, caller.id)
    if (!user || !dates) throw notFound()
    return {
      exported_at: new Date().toISOString(),
      profile: { ...user, locale: dates.locale, created_at: dates.createdAt.toISOString() },
      addresses: await parts.addressesOf(caller),
      orders: await parts.ordersOf(caller),
      notes: await parts.notesOf(caller),
      invoices: await parts.invoicesOf(caller),
      cart: await parts.cartOf(caller),
      devices: await parts.devicesOf(caller),
      ratings: await parts.ratingsOf(caller),
      sessions: await sessions.list(caller),
      identities: await store.findIdentities(db.run, caller.id),
    }
  }
}
