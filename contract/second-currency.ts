/**
 * Formats for an invoice's second currency, the same in every language. They contain the currency's code, since symbols
 * can be ambiguous.
 */
import { shopCurrency } from './shop-currency.ts'

/** The format of an amount: `AED 36.21`. */
export function secondFormat({ currency, digits }: { currency: string; digits: number }) {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** The exchange rate: `1 USD = 3.6725 AED`. */
export function secondRate({ currency, rate }: { currency: string; rate: number }): string {
  return `1 ${shopCurrency().code} = ${rate} ${currency}`
}
