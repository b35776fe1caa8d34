/**
 * The currency of this process or page. Separate from money.ts, because a page's first script sets it but does not
 * format amounts.
 */

export interface Currency {
  /** ISO 4217. */
  code: string
  /** Decimals of an amount: two for USD, none for JPY, three for KWD. */
  digits: number
}

export const USD: Currency = { code: 'USD', digits: 2 }

let currency = USD

export function shopCurrency(): Currency {
  return currency
}

export function setCurrency(chosen: Currency): void {
  currency = chosen
}
