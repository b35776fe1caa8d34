/** The shop's currency: stored with the shop details, and fixed from the first order on. */
import { type RawBuilder, sql } from 'kysely'
import { currencyOf } from '#contract/currencies.ts'
import { PRICE_CENTS_MAX } from '#contract/limits.ts'
import { setCurrency, shopCurrency, USD } from '#contract/money.ts'
import { isImporting } from '../catalog/transfer/import-products.ts'
import { type Database, type Handle, inTransaction, type Tx } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { SettingError } from '../platform/start-error.ts'
import type { ShopSettings } from './shop.settings.ts'

/**
 * The amount columns that may have values before the first order: those of products, whose prices have rules of their
 * own, and those of other tables.
 */
const PRICES = ['price_cents', 'compare_at_cents']
const AMOUNTS = {
  coupon: ['amount_cents', 'least_cents'],
  shipping_method: ['fee_cents', 'free_from_cents'],
  cash_on_delivery: ['max_cents'],
}

/** The time limit of each statement that changes amounts: enough for 100,000 products. */
const RESCALING_MS = 120_000

/**
 * Loads the stored currency into this process.
 * @returns whether the currency changed.
 */
export async function loadCurrency(db: Handle): Promise<boolean> {
  const before = shopCurrency()
  setCurrency(currencyOf(await storedCode(db)))
  return before.code !== shopCurrency().code
}

/**
 * Stores the currency set in the environment.
 * @throws SettingError if `changeCurrency` rejects it.
 */
export async function storeCurrency(
  db: Database,
  { details: { currency } }: Pick<ShopSettings, 'details'>,
): Promise<void> {
  if (!currency) return
  await inTransaction(db, async (tx) => {
    await sql`select from shop_details for update`.execute(tx)
    await changeCurrency(tx, await storedCode(tx), currency)
    await sql`update shop_details set currency = ${currency}`.execute(tx)
  }).catch(async (error: unknown) => {
    if (!(error instanceof ShopError)) throw error
    throw new SettingError(
      `CURRENCY cannot be ${currency}: the shop's currency is ${await storedCode(db.run)}, and the shop has orders, amounts that would become too high, a second currency for invoices, or a running import`,
    )
  })
}

/**
 * Keeps the number of every amount when the currency changes: 99.99 USD becomes 99.99 EUR, 100 JPY or 99.990 KWD. The
 * row of shop_details must be locked; the caller stores the code.
 * @throws ShopError `conflict` if there are orders, if invoices have a second currency (whose rate is for the current
 * currency), if an import is running, or if an amount would become too high.
 */
export async function changeCurrency(
  tx: Tx,
  from: string | null,
  to: string | null,
): Promise<void> {
  const [was, is] = [currencyOf(from ?? USD.code), currencyOf(to ?? USD.code)]
  if (was === is) return
  // Waits for orders and imports that are just starting; later orders and imports see the new prices.
  await sql`lock table orders, import_job in share row exclusive mode`.execute(tx)
  if (await hasOrders(tx)) throw new ShopError('conflict', 'error.currencyOrders')
  if (await hasSecondCurrency(tx)) throw new ShopError('conflict', 'error.currencySecond')
  if (await isImporting(tx)) throw new ShopError('conflict', 'error.importRunning')
  await rescale(tx, is.digits - was.digits)
}

export async function hasOrders(db: Handle): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`select exists (select from orders) as yes`.execute(
    db,
  )
  return rows[0]?.yes ?? false
}

async function hasSecondCurrency(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from second_currency`.execute(tx)
  return rows.length > 0
}

async function storedCode(db: Handle): Promise<string> {
  const { rows } = await sql<{ code: string | null }>`
    select currency as code from shop_details`.execute(db)
  return rows[0]?.code ?? USD.code
}

/** @param digits the number of decimals that amounts gain; negative if they lose some. */
async function rescale(tx: Tx, digits: number): Promise<void> {
  const scaled = (column: string) => scaledBy(digits, sql.ref(column))
  await sql`select set_config('statement_timeout', ${String(RESCALING_MS)}, true)`.execute(tx)
  for (const [table, columns] of Object.entries({ product: PRICES, ...AMOUNTS })) {
    const highest = sql`greatest(${sql.join(columns.map(scaled))})`
    const { rows } = await sql`
      select from ${sql.table(table)} where ${highest} > ${PRICE_CENTS_MAX} limit 1`.execute(tx)
    if (rows.length > 0) throw new ShopError('conflict', 'error.currencyPrices')
  }
  // Prices in different currencies cannot be compared, so those in the price history and in carts are deleted.
  await sql`delete from price_history`.execute(tx)
  await sql`update cart_item set added_cents = null where added_cents is not null`.execute(tx)
  await sql`
    update product set price_cents = ${scaled('price_cents')}, prior_cents = null,
      compare_at_cents = case when ${scaled('compare_at_cents')} > ${scaled('price_cents')}
        then ${scaled('compare_at_cents')} end,
      version = version + 1, updated_at = now()`.execute(tx)
  await sql`
    insert into price_history (product_id, since, price_cents)
    select id, now(), price_cents from product p
    where not exists (select from price_history where product_id = p.id)`.execute(tx)
  for (const [table, columns] of Object.entries(AMOUNTS)) {
    const changes = columns.map((column) => sql`${sql.ref(column)} = ${scaled(column)}`)
    await sql`update ${sql.table(table)} set ${sql.join(changes)}`.execute(tx)
  }
}

/** SQL expression: the amount with `digits` more decimals, rounded. A positive amount stays positive. */
function scaledBy(digits: number, cents: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${cents} = 0 then 0
    when ${cents} is not null then greatest(1, round(${cents} * 10::numeric ^ ${digits}::integer)) end`
}
