/**
 * Formats of an invoice's second currency: with its code, the same in every language, so that no two symbols can be
 * confused.
 */
import { shopCurrency } from './shop-currency.ts'

/** An amount: `AED 36.21`. */
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
