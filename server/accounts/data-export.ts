/** Everything that the shop stores about a customer, collected from the features that store it. */
import { type Static, Type } from 'typebox'
import { DataExport } from '#contract/accounts.ts'
import type { Caller } from '../platform/http/api.ts'
import { serializerOf } from '../platform/http/serialization.ts'
import { notFound } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import type { AccountParts } from './account-parts.ts'
import { findUser } from './accounts.store.ts'
import * as store from './data-export.store.ts'
import { listPasskeys } from './sign-in/passkeys.ts'

/** Limited because an export reads the customer's entire history. */
const DOWNLOADS_PER_ACCOUNT = { attempts: 20, windowSeconds: 60 * 60 }

const { orders, invoices, ...others } = DataExport.properties
/** Streamed, since these lists grow over the years. */
const LONG = { orders, invoices }
const REST = Type.Object(others)

export interface DataExportParts extends Pick<AccountParts, 'db' | 'sessions' | 'asksToConfirm'> {
  addressesOf(caller: Caller): Promise<DataExport['addresses']>
  ordersOf(caller: Caller): AsyncIterable<DataExport['orders']>
  notesOf(caller: Caller): Promise<DataExport['notes']>
  invoicesOf(caller: Caller): AsyncIterable<DataExport['invoices']>
  cartOf(caller: Caller): Promise<DataExport['cart']>
  ratingsOf(caller: Caller): Promise<DataExport['ratings']>
  devicesOf(caller: Caller): Promise<DataExport['devices']>
}

/** @returns the JSON of a `DataExport` in chunks: building it all at once would block all other requests. */
export type ExportData = (caller: Caller) => Promise<AsyncGenerator<string>>

export function createDataExport(parts: DataExportParts): ExportData {
  const { db, sessions } = parts

  /** @throws ShopError `too_many`; `not_found` if the user no longer exists. */
  return async (caller) => {
    await countAttempt(db.run, `data-export:${caller.id}`, DOWNLOADS_PER_ACCOUNT)
    const user = await findUser(db.run, caller.id, parts.asksToConfirm)
    const dates = await store.findDates(db.run, caller.id)
    if (!user || !dates) throw notFound()
    const rest = {
      exported_at: new Date().toISOString(),
      profile: { ...user, locale: dates.locale, created_at: dates.createdAt.toISOString() },
      addresses: await parts.addressesOf(caller),
      notes: await parts.notesOf(caller),
      cart: await parts.cartOf(caller),
      devices: await parts.devicesOf(caller),
      ratings: await parts.ratingsOf(caller),
      sessions: await sessions.list(caller),
      passkeys: await listPasskeys(db.run, caller.id),
      identities: await store.findIdentities(db.run, caller.id),
    }
    return written(rest, {
      orders: parts.ordersOf(caller),
      invoices: parts.invoicesOf(caller),
    })
  }
}

async function* written(
  rest: Static<typeof REST>,
  lists: { [Name in keyof typeof LONG]: AsyncIterable<DataExport[Name]> },
): AsyncGenerator<string> {
  yield serializerOf(REST)(rest).slice(0, -1)
  for (const name of Object.keys(LONG) as Array<keyof typeof LONG>) {
    yield `,"${name}":[`
    let isFirst = true
    for await (const slice of lists[name]) {
      if (slice.length === 0) continue
      yield (isFirst ? '' : ',') + serializerOf(LONG[name])(slice).slice(1, -1)
      isFirst = false
    }
    yield ']'
  }
  yield '}'
}
