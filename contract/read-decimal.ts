/** Reads numbers as people write them, in any country. */
import { latinDigits, withoutUnseen } from './typed-text.ts'

/** The number in a text or, if it is ambiguous, how to write it as a whole number and with decimals. */
type Reading = { number: number } | { whole: string; part: string }

/**
 * Reads a number. Thousands may be separated; the decimal mark may be a point, a comma or the Arabic one.
 * @param isPoint whether a point is known to be the decimal mark, as in the shop's exports. A comma as in `1,299` is
 * ambiguous; a point as in `1.299` is ambiguous only if `isPoint` is false.
 * @returns null if the text is not a number
 */
export function readDecimal(written: string, isPoint: boolean): Reading | null {
  const text = latinDigits(withoutUnseen(written).trim().normalize('NFKC'))
    .replace('\u2212', '-')
    .replaceAll('،', ',')
    .replace(/(?<=\d)[ '’٬](?=\d{3}(?!\d))/g, '')
  const plain = text.replace('٫', '.')
  const [, whole = '', mark, digits] = /^([+-]?\d{0,12})([.,٫])(\d{1,20})$/.exec(text) ?? []
  if (mark === ',' || (mark === '.' && !isPoint)) {
    const decimal = `${whole}.${digits}`
    return /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(decimal)
      ? { whole: whole + digits, part: partOf(decimal) }
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
function partOf(decimal: string): string {
  return decimal.endsWith('0') ? decimal.slice(0, -1) : `${decimal}0`
}

/** The number in a field, where an ambiguous comma separates thousands: 1299 for `1,299`; NaN if there is none. */
export function numberIn(written: string): number {
  const read = readDecimal(written, true)
  return read === null ? Number.NaN : 'number' in read ? read.number : Number(read.whole)
}
