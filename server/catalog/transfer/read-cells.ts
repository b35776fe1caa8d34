/** Reads cells as people write them. */
import type { AttributeKind } from '#contract/attributes.ts'
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_VALUE_MAX } from '#contract/limits.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import type { StoredValue } from '../manage/product-form.ts'
import type { NamedAttribute } from './names.store.ts'
import { folded } from './names.ts'

const YES: ReadonlySet<string> = new Set(['yes', 'true', '1', 'نعم'])
const NO: ReadonlySet<string> = new Set(['no', 'false', '0', 'لا'])

/** @returns null for anything else. */
export function readYesOrNo(cell: string): boolean | null {
  if (YES.has(folded(cell))) return true
  return NO.has(folded(cell)) ? false : null
}

/** A number as a spreadsheet writes it. @returns null for anything else, or what is too large. */
export function readNumber(cell: string): number | null {
  if (!/^[+-]?\d{1,12}(\.\d{1,20})?(e[+-]?\d{1,3})?$/i.test(cell)) return null
  const number = Number(cell)
  return Math.abs(number) <= ATTRIBUTE_NUMBER_MAX ? number : null
}

/** Text that is not an amount of money stays text, which the schema refuses. */
export function readAmount(cell: string): number | string {
  return /^\d{1,12}(\.\d{1,12})?$/.test(cell) ? Number(cell) : cell
}

/** Names in an error: more of them nobody reads. */
const NAMED_MAX = 8

export function someOf(names: readonly string[]): string {
  const more = names.length > NAMED_MAX ? ', …' : ''
  return `${names.slice(0, NAMED_MAX).join(', ')}${more}`
}

/** The attribute value of a cell, or the reason why it has none. */
export type ReadValue = { value: StoredValue } | { reason: Sentence }

/** @param arabic the text's other cell. */
export function readValue(attribute: NamedAttribute, cell: string, arabic: string): ReadValue {
  const none = { number: null, is_true: null, choice: null, text: null, text_ar: null }
  const readers: Record<AttributeKind, () => Partial<StoredValue> | null> = {
    number: () => given('number', readNumber(withoutUnit(cell, attribute))),
    boolean: () => given('is_true', readYesOrNo(cell)),
    choice: () => given('choice', choiceOf(attribute, cell)),
    text: () =>
      Math.max(cell.length, arabic.length) <= ATTRIBUTE_VALUE_MAX
        ? { text: cell, text_ar: arabic || cell }
        : null,
  }
  const read = readers[attribute.kind]()
  if (!read) return { reason: whatToWrite(attribute, cell) }
  return { value: { attribute: attribute.id, ...none, ...read } }
}

function given<Key extends string, Value>(key: Key, value: Value | null) {
  return value === null ? null : ({ [key]: value } as Record<Key, Value>)
}

/** "256 GB" is 256 of an attribute in GB. */
function withoutUnit(cell: string, { unit, unit_ar }: NamedAttribute): string {
  const written = [unit, unit_ar].find((one) => one !== '' && folded(cell).endsWith(folded(one)))
  return (written ? cell.slice(0, -written.length) : cell).trim()
}

/** By the name in either language. @returns the id; null for none. */
export function choiceOf({ choices }: NamedAttribute, name: string): number | null {
  const isNamed = (one: string) => folded(one) === folded(name)
  const choice =
    choices.find((one) => isNamed(one.name)) ?? choices.find((one) => isNamed(one.name_ar))
  return choice?.id ?? null
}

function whatToWrite({ kind, unit, choices }: NamedAttribute, cell: string): Sentence {
  const value = cell.slice(0, 60)
  if (kind === 'boolean') return { id: 'error.cellYesNo', values: { value } }
  if (kind === 'number') {
    const values = { value, unit: unit || 'none', max: ATTRIBUTE_NUMBER_MAX }
    return { id: 'error.cellNumber', values }
  }
  if (kind === 'text') return { id: 'error.cellText', values: { max: ATTRIBUTE_VALUE_MAX } }
  const names = someOf(choices.map(({ name }) => name))
  return { id: 'error.cellChoice', values: { value, names } }
}
