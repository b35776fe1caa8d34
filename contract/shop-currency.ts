/**
 * The currency of this process or page; apart from money.ts, because a page's first script sets it but formats no
 * amounts.
 */

export interface Currency {
  /** ISO 4217. */
  code: string
  /** Decimals of an amount: two for USD, none for JPY, three for KWD. */
  digits: number
}

export const USD: Currency = { code: 'USD', digits: 2 }

let currency = USD

/** The currency of all amounts. */
export function shopCurrency(): Currency {
  return currency
}

/** Called at start-up, and when the owner changes the currency. */
export function setCurrency(chosen: Currency): void {
  currency = chosen
}
