/** Converts a value to another kind or unit, and back. Pure functions. */
import type { AttributeKind } from '#contract/attributes.ts'
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_VALUE_MAX, GROUP_NAME_MAX } from '#contract/limits.ts'
import type { Locale } from '#contract/locale.ts'
import { translate } from '../../platform/words/translate.ts'

/** A text in both languages. */
export interface Texts {
  en: string
  ar: string
}

/** A value in a form that does not depend on its kind. */
export type Said =
  | { kind: 'number'; number: number }
  | { kind: 'boolean'; is_true: boolean }
  | { kind: 'choice' | 'text'; texts: Texts }

/** Units before and after a change. */
export interface Units {
  before: Texts
  after: Texts
}

/** @returns null for a value that the kind cannot represent. */
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

/** The number in another unit: multiplied by `factor`, without binary rounding errors. */
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

/** The format in which JavaScript prints numbers. */
const NUMBER = /^-?\d{1,10}(\.\d+)?(e-?\d{1,3})?/i

/** `256`, `5,000 mAh`: a number with the unit before or after the change, the same in both languages. */
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

const LANGUAGES: readonly Locale[] = ['en', 'ar']

function toBoolean(said: Said): boolean | null {
  if (said.kind === 'boolean') return said.is_true
  if (said.kind === 'number') return said.number === 1 ? true : said.number === 0 ? false : null
  const [english, arabic] = [readBoolean(said.texts.en), readBoolean(said.texts.ar)]
  return english === arabic ? english : null
}

function readBoolean(text: string): boolean | null {
  const means = (word: 'choice.yes' | 'choice.no') =>
    LANGUAGES.some((locale) => translate(locale, word).toLowerCase() === text.trim().toLowerCase())
  return means('choice.yes') ? true : means('choice.no') ? false : null
}
