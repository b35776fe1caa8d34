/** The optional second currency in which invoices also state their tax and total, and its exchange rate. */
import { sql } from 'kysely'
import type { TaxSettings } from '#contract/admin.ts'
import { currencyOf } from '#contract/currencies.ts'
import type { InSecondCurrency } from '#contract/invoices.ts'
import { EXCHANGE_RATE } from '#contract/limits.ts'
import { USD } from '#contract/money.ts'
import type { Handle, Tx } from '../platform/db/database.ts'
import type { StoredSecondCurrency } from '../platform/db/tables.ts'
import { tooManyDecimals } from '../platform/http/read-amount.ts'
import { invalid } from '../platform/http/shop-error.ts'

type SecondCurrency = NonNullable<TaxSettings['second_currency']>

export async function findSecond(db: Handle): Promise<SecondCurrency | null> {
  const { rows } = await sql<{ second: SecondCurrency }>`
    select jsonb_build_object('currency', currency, 'rate', rate, 'date', rate_date) as second
    from second_currency`.execute(db)
  return rows[0]?.second ?? null
}

/** @throws ShopError `invalid` if the rate has too many decimals. */
export function checkRate({ rate }: SecondCurrency): void {
  if (Number(rate.toFixed(EXCHANGE_RATE.decimals)) !== rate) {
    throw invalid({ second_currency: [tooManyDecimals('rate', EXCHANGE_RATE.decimals)] })
  }
}

/**
 * Keeps the shop's currency, to which the rate of the second currency refers, from changing until the transaction ends.
 * @returns the code of the shop's currency.
 */
export async function keepOwnCurrency(tx: Tx): Promise<string> {
  const { rows } = await sql<{ code: string | null }>`
    select currency as code from shop_details for share`.execute(tx)
  return rows[0]?.code ?? USD.code
}

/**
 * @param own the code of the shop's currency.
 * @throws ShopError `invalid` if the second currency is the shop's own, or the rate's date is in the future.
 */
export async function writeSecond(
  tx: Tx,
  second: SecondCurrency | null,
  own: string,
): Promise<void> {
  if (second?.currency === own) throw invalid({ second_currency: ['error.secondCurrencyOwn'] })
  await sql`delete from second_currency`.execute(tx)
  if (!second) return
  const [{ digits }, { digits: ofShop }] = [currencyOf(second.currency), currencyOf(own)]
  const { rows } = await sql<{ is_early: boolean }>`
    insert into second_currency (currency, rate, rate_date, digits, shop_digits)
    values (${second.currency}, ${second.rate}, ${second.date}, ${digits}, ${ofShop})
    returning rate_date > (now() at time zone shop_zone())::date as is_early`.execute(tx)
  if (rows[0]?.is_early) throw invalid({ second_currency: ['error.rateOfLaterDay'] })
}

/** What an invoice states in the second currency, from its stored values; null if it has none. */
export function inSecondCurrency(stored: StoredSecondCurrency | null): InSecondCurrency | null {
  if (!stored) return null
  const { currency, digits, rate, date, tax_cents, total_cents } = stored
  const amount = (cents: number) => cents / 10 ** digits
  return { currency, digits, rate, date, tax: amount(tax_cents), total: amount(total_cents) }
}
