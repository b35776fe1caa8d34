import type { AttributeKind } from '#contract/attributes.ts'
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_VALUE_MAX, GROUP_NAME_MAX } from '#contract/limits.ts'
import { LOCALE_CODES } from '#contract/locale.ts'
import { translate } from '../../platform/words/translate.ts'

export interface Texts {
  en: string
  ar: string
}

/** A value and its kind. A choice is identified by its names, not its id. */
export type Said =
  | { kind: 'number'; number: number }
  | { kind: 'boolean'; is_true: boolean }
  | { kind: 'choice' | 'text'; texts: Texts }

export interface Units {
  before: Texts
  after: Texts
}

/** Converts a value to another kind. @returns null if it has no equivalent. */
export function convertValue(said: Said, kind: AttributeKind, units: Units): Said | null {
  if (said.kind === kind) return said
  switch (kind) {
    case 'number': {
      const number = toNumber(said, units)
      return number === null ? null : { kind, number }
    }
    case 'boolean': {
      const isTrue = toBoolean(said)
      return isTrue === null ? null : { kind, is_true: isTrue }
    }
    default: {
      const texts = toTexts(said, units.before)
      const max = kind === 'choice' ? GROUP_NAME_MAX : ATTRIBUTE_VALUE_MAX
      return Math.max(texts.en.length, texts.ar.length) > max ? null : { kind, texts }
    }
  }
}

/** Converts a number to another unit, rounded to 12 significant digits to hide binary rounding errors. */
export function scaled(number: number, factor: number): number {
  return Number((number * factor).toPrecision(12))
}

export function toTexts(said: Said, unit: Texts): Texts {
  if (said.kind === 'number') {
    return { en: `${said.number} ${unit.en}`.trim(), ar: `${said.number} ${unit.ar}`.trim() }
  }
  if (said.kind === 'boolean') {
    const word = said.is_true ? 'choice.yes' : 'choice.no'
    return { en: translate('en', word), ar: translate('ar', word) }
  }
  return said.texts
}

/** A number at the start of a string, formatted as JavaScript prints numbers. */
const NUMBER = /^-?\d{1,10}(\.\d+)?(e-?\d{1,3})?/i

/**
 * Converts true to 1, false to 0, and text such as `256` or `5,000 mAh` to its number; the unit may be the attribute's
 * previous or new unit.
 * @returns null if the text is not the same number in both languages.
 */
function toNumber(said: Said, { before, after }: Units): number | null {
  if (said.kind === 'boolean') return Number(said.is_true)
  if (said.kind === 'number') return said.number
  const units = ['', before.en, after.en, before.ar, after.ar]
  const [english, arabic] = [readNumber(said.texts.en, units), readNumber(said.texts.ar, units)]
  return english === arabic ? english : null
}

function readNumber(text: string, units: readonly string[]): number | null {
  const plain = text.trim().replace(/(\d),(?=\d{3}(\D|$))/g, '$1')
  const [digits = ''] = NUMBER.exec(plain) ?? []
  const isKnown = units.includes(plain.slice(digits.length).trim())
  const number = Number(digits)
  return digits !== '' && isKnown && Math.abs(number) <= ATTRIBUTE_NUMBER_MAX ? number : null
}

function toBoolean(said: Said): boolean | null {
  if (said.kind === 'boolean') return said.is_true
  if (said.kind === 'number') return said.number === 1 ? true : said.number === 0 ? false : null
  const [english, arabic] = [readBoolean(said.texts.en), readBoolean(said.texts.ar)]
  return english === arabic ? english : null
}

function readBoolean(text: string): boolean | null {
  const means = (word: 'choice.yes' | 'choice.no') =>
    LOCALE_CODES.some(
      (locale) => translate(locale, word).toLowerCase() === text.trim().toLowerCase(),
    )
  return means('choice.yes') ? true : means('choice.no') ? false : null
}
