/** Round amounts in words, as in "under five hundred" and "أقل من ثلاثة آلاف". */

type Part = readonly [pattern: string, value: number]

const UNITS = 'one two three four five six seven eight nine'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Three to ten, as in ثلاثمئة, ثلاثين and ثلاثة آلاف; people write hamzas or leave them out. */
const STEMS = 'ثلاث [أا]ربع خمس ست سبع ثمان[يى]? تسع عشر'.split(' ')

/** The longer of two patterns first, since "hundred" is in "five hundred", and ألف in ألفين. */
const THOUSANDS: readonly Part[] = [
  ...[...UNITS, 'ten'].map(
    (unit, at): Part => part(`(?:${unit}|${at + 1}) thousand`, at + 1, 1000),
  ),
  part('(?:a )?thousand', 1, 1000),
  ...STEMS.map((stem, at): Part => part(`(?:${stem}[ةه]?|${at + 3}) [آأا]لاف`, at + 3, 1000)),
  part('(?:ال)?[أا]لف(?:ين|ان)', 2, 1000),
  part('(?:ال)?[أا]لف', 1, 1000),
]
const HUNDREDS: readonly Part[] = [
  ...UNITS.map((unit, at): Part => part(`(?:${unit}|${at + 1}) hundred`, at + 1, 100)),
  part('(?:a )?hundred', 1, 100),
  ...STEMS.slice(0, -1).map((stem, at): Part => part(`${stem} ?م(?:ا?ئ|ي)[ةه]`, at + 3, 100)),
  part('(?:ال)?م(?:ا?ئ|ي)ت(?:ين|ان)', 2, 100),
  part('(?:ال)?م(?:ا?ئ|ي)[ةه]', 1, 100),
]
const BELOW_HUNDRED: readonly Part[] = [
  ...TENS.map((ten, at): Part => part(ten, at + 2, 10)),
  ...STEMS.slice(0, -1).map((stem, at): Part => part(`${stem}ين`, at + 3, 10)),
  part('عشرين', 2, 10),
  ...UNITS.map((unit, at): Part => part(unit, at + 1, 1)),
]

function part(pattern: string, count: number, unit: number): Part {
  return [pattern.replaceAll(' ', String.raw`\s`), count * unit]
}

const anyOf = (parts: readonly Part[]) => `(?:${parts.map(([pattern]) => pattern).join('|')})`
const AND = String.raw`(?:\s(?:and\s)?|\sو\s?)`
const TENS_AND_UNIT = `${anyOf(BELOW_HUNDRED.slice(0, -UNITS.length))}(?:[\\s-](?:${UNITS.join('|')}))?`
const HUNDREDS_AND_TENS = `${anyOf(HUNDREDS)}(?:${AND}${TENS_AND_UNIT})?`

/** Matches such an amount, without groups. One that goes on is not round, as مئة وخمسة وعشرين. */
export const AMOUNT_IN_WORDS =
  `(?:${anyOf(THOUSANDS)}(?:${AND}(?:${HUNDREDS_AND_TENS}|${TENS_AND_UNIT}))?|${HUNDREDS_AND_TENS}|${TENS_AND_UNIT})` +
  String.raw`(?![\p{L}\p{N}])(?!\s(?:و\s?)?(?:${STEMS.join('|')})[ةه]?\s)`

/** @param words match `AMOUNT_IN_WORDS`. */
export function amountInWords(words: string): number {
  let rest = words
  let sum = 0
  for (const [pattern, value] of [...THOUSANDS, ...HUNDREDS, ...BELOW_HUNDRED]) {
    const without = rest.replace(new RegExp(pattern, 'iu'), '')
    if (without !== rest) sum += value
    rest = without
  }
  return sum
}
