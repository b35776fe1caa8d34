/** Reads amounts in an imported file as people write them, in any country. */
import { LOCALE_CODES } from '#contract/locale.ts'
import { moneyFormat, shopCurrency, USD } from '#contract/money.ts'
import { readDecimal } from '#contract/read-decimal.ts'
import { withoutUnseen } from '#contract/typed-text.ts'
import type { Sentence } from '../../platform/words/sentence.ts'

const DOLLAR = /^(?:usd|us\$|\$)|(?:usd|us\$|\$|دولار(?:ات|ًا|ا)?(?: أمريكي)?)$/i

/** Matches the shop's currency at the start or end of a cell; a cell with a different currency is not an amount. */
function currencyPattern(): RegExp {
  const { code } = shopCurrency()
  if (code === USD.code) return DOLLAR
  const symbols = LOCALE_CODES.flatMap((locale) =>
    moneyFormat(locale)
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [withoutUnseen(value)] : [])),
  )
  const names = [code, ...symbols].map((name) => name.replace(/[.$]/g, '\\$&')).join('|')
  return new RegExp(`^(?:${names})|(?:${names})$`, 'i')
}

/**
 * @returns the amount; or the cell itself, which the form's schema rejects, with the reason unless the cell is empty.
 */
export function readAmount(cell: string): { amount: number | string; reason?: Sentence } {
  if (cell === '') return { amount: '' }
  const { code, digits } = shopCurrency()
  // Three digits after a point: decimals if the currency has three, thousands if it has none, otherwise ambiguous.
  const text = withoutUnseen(cell).trim().replace(currencyPattern(), '').trim()
  const read = readDecimal(text, digits === 3)
  if (read && 'number' in read && read.number >= 0) return { amount: read.number }
  if (read && 'whole' in read && digits === 0) return { amount: Number(read.whole) }
  const value = cell.slice(0, 60)
  if (!read || 'number' in read) {
    return {
      amount: cell,
      reason: {
        id: 'error.cellAmount',
        values: { value, currency: code, example: (1299.5).toFixed(digits) },
      },
    }
  }
  const { whole, part } = read
  return { amount: cell, reason: eitherOf(value, { whole, part: Number(part).toFixed(digits) }) }
}

export function eitherOf(
  value: string,
  { whole, part }: { whole: string; part: string },
): Sentence {
  return { id: 'field-error.either', values: { value, whole, part } }
}
