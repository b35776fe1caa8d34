/** Reads numbers and amounts as people write them, in any country. */
import { latinDigits } from '#contract/latin-digits.ts'
import { LOCALE_CODES } from '#contract/locale.ts'
import { moneyFormat, shopCurrency, USD } from '#contract/money.ts'
import { withoutUnseen } from '../../platform/words/read-text.ts'
import type { Sentence } from '../../platform/words/sentence.ts'

/** The number in a cell or, if it is ambiguous, how to write it as a whole number and with decimals. */
type Reading = { number: number } | { whole: string; part: string }

/**
 * Reads a number. Thousands may be separated; the decimal mark may be a point, a comma or the Arabic one.
 * @param isPoint whether a point is known to be the decimal mark, as in the shop's exports. A comma as in `1,299` is
 * ambiguous; a point as in `1.299` is ambiguous only if `isPoint` is false.
 * @returns null if the cell is not a number.
 */
export function readDecimal(cell: string, isPoint: boolean): Reading | null {
  const text = latinDigits(withoutUnseen(cell).trim().normalize('NFKC'))
    .replace('\u2212', '-')
    .replaceAll('،', ',')
    .replace(/(?<=\d)[ '’٬](?=\d{3}(?!\d))/g, '')
  const plain = text.replace('٫', '.')
  const [, whole = '', mark, digits] = /^([+-]?\d{0,12})([.,٫])(\d{1,20})$/.exec(text) ?? []
  if (mark === ',' || (mark === '.' && !isPoint)) {
    const written = `${whole}.${digits}`
    return /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(written)
      ? { whole: whole + digits, part: partOf(written) }
      : { number: Number(text.replace(',', '.')) }
  }
  if (/^[+-]?(\d{1,12}(\.\d{1,20})?|\.\d{1,20})(e[+-]?\d{1,3})?$/i.test(plain)) {
    return { number: Number(plain) }
  }
  const grouped = /^([+-]?\d{1,3}(?:([.,])\d{3})(?:\2\d{3}){0,3})((?!\2)[.,٫]\d{1,20})?$/.exec(text)
  if (!grouped) return null
  const [, groups = '', , rest = ''] = grouped
  return { number: Number(groups.replace(/[.,]/g, '') + rest.replace(/[,٫]/, '.')) }
}

/** Makes a number with three decimals unambiguous by writing it with two or four. */
function partOf(written: string): string {
  return written.endsWith('0') ? written.slice(0, -1) : `${written}0`
}

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
  return { id: 'error.cellEither', values: { value, whole, part } }
}
