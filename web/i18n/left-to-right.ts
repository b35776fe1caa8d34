import { formatPrice } from './format.ts'

const LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/** Isolates an amount or email address within a sentence, so that right-to-left text does not reorder its parts. */
export function leftToRight(text: string): string {
  return `${LEFT_TO_RIGHT}${text}${END}`
}

/** Formats an amount for use within a sentence, such as `$1,299.00`. */
export function priceInText(amount: number): string {
  return leftToRight(formatPrice(amount))
}
