/**
 * The currencies that a shop can use, keyed by number of decimals. Currencies in which a phone would cost more than
 * `PRICE_CENTS_MAX` are excluded.
 */
import type { Currency } from './money.ts'

const BY_DIGITS = {
  0: 'CLP COP HUF IDR IQD ISK JPY KRW PKR PYG VND XAF XOF YER',
  2: 'AED AUD AZN BAM BDT BGN BOB BRL BYN CAD CHF CNY CRC CZK DKK DOP DZD EGP ETB EUR GBP GEL GHS GTQ HKD HNL ILS INR JMD KES LKR MAD MDL MKD MUR MXN MYR MZN NAD NIO NOK NPR NZD PAB PEN PHP PLN QAR RON RSD SAR SEK SGD THB TRY TTD TWD UAH USD UYU ZAR ZMW',
  3: 'BHD JOD KWD LYD OMR TND',
}

const CURRENCIES = new Map(
  Object.entries(BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code): [string, Currency] => [code, { code, digits: Number(digits) }]),
  ),
)

export const CURRENCY_CODES = [...CURRENCIES.keys()].sort()

/** @throws RangeError for a currency that is not supported. */
export function currencyOf(code: string): Currency {
  const currency = CURRENCIES.get(code)
  if (!currency) throw new RangeError(`unsupported currency: ${code}`)
  return currency
}
