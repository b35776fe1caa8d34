import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_VALUE_MAX } from '#contract/limits.ts'
import { readDecimal } from '#contract/read-decimal.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import type { StoredValue } from '../manage/product-form.ts'
import type { NamedAttribute } from './names.store.ts'
import { folded } from './names.ts'
import { eitherOf } from './read-amount.ts'

const YES: ReadonlySet<string> = new Set(['yes', 'true', '1', 'نعم'])
const NO: ReadonlySet<string> = new Set(['no', 'false', '0', 'لا'])

/** @returns null if the cell means neither yes nor no. */
export function readYesOrNo(cell: string): boolean | null {
  if (YES.has(folded(cell))) return true
  return NO.has(folded(cell)) ? false : null
}

/** The maximum number of names to list in an error, since nobody would read more. */
const NAMED_MAX = 8

export function someOf(names: readonly string[]): string {
  const more = names.length > NAMED_MAX ? ', …' : ''
  return `${names.slice(0, NAMED_MAX).join(', ')}${more}`
}

export type ReadValue = { value: StoredValue } | { reason: Sentence }

/**
 * @param arabic the cell in the Arabic column of a text attribute.
 * @param isPoint see `readDecimal`.
 */
export function readValue(
  attribute: NamedAttribute,
  { cell, arabic, isPoint }: { cell: string; arabic: string; isPoint: boolean },
): ReadValue {
  const { id, kind } = attribute
  const number = kind === 'number' ? readDecimal(withoutUnit(cell, attribute), isPoint) : null
  if (number && 'whole' in number) return { reason: eitherOf(cell.slice(0, 60), number) }
  const isText = kind === 'text' && Math.max(cell.length, arabic.length) <= ATTRIBUTE_VALUE_MAX
  const read = {
    number: inRange(number),
    is_true: kind === 'boolean' ? readYesOrNo(cell) : null,
    choice: kind === 'choice' ? choiceOf(attribute, cell) : null,
    text: isText ? cell : null,
    text_ar: isText ? arabic || cell : null,
  }
  const isRead = Object.values(read).some((value) => value !== null)
  return isRead ? { value: { attribute: id, ...read } } : { reason: whatToWrite(attribute, cell) }
}

const inRange = (read: { number: number } | null): number | null =>
  read && Math.abs(read.number) <= ATTRIBUTE_NUMBER_MAX ? read.number : null

/** @returns null if the cell is not a number, or the number is ambiguous or too large. */
export function readNumber(cell: string): number | null {
  const read = readDecimal(cell, true)
  return read && 'number' in read ? inRange(read) : null
}

/** Removes the attribute's unit from the end of a cell, such as the GB of "256 GB". */
function withoutUnit(cell: string, { unit, unit_ar }: NamedAttribute): string {
  const written = [unit, unit_ar].find((one) => one !== '' && folded(cell).endsWith(folded(one)))
  return (written ? cell.slice(0, -written.length) : cell).trim()
}

/** The id of the choice with this name in either language; null if there is none. */
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
    const values = { value, unit: unit || 'none', max: ATTRIBUTE_NUMBER_MAX, example: '12.5' }
    return { id: 'error.cellNumber', values }
  }
  if (kind === 'text') return { id: 'error.cellText', values: { max: ATTRIBUTE_VALUE_MAX } }
  const names = someOf(choices.map(({ name }) => name))
  return { id: 'error.cellChoice', values: { value, names } }
}
