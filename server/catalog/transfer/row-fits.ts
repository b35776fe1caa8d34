import type { FitInput } from '#contract/admin.ts'
import { FIT_CONDITIONS_MAX, FITS_MAX } from '#contract/limits.ts'
import type { Sentence } from '../../platform/words/sentence.ts'
import { readList } from './list-cell.ts'
import type { NamedAttribute } from './names.store.ts'
import { keyIn, type Names } from './names.ts'
import { choiceOf, readNumber, readYesOrNo } from './read-cells.ts'

/** An entry of a `fits` cell: a device, by its SKU or by `#` and its id; a family, by its id; or a rule. */
export type RowFit = { device: string } | { family: number } | { conditions: Condition[] }

type Condition = NonNullable<FitInput['conditions']>[number]

interface Known {
  names: Names
  /** Whether the shop has a device with this reference, or the upload adds one. */
  isDevice(reference: string): boolean
}

/** @returns the cell's entries, or the reason why the cell is invalid. */
export function readFits(cell: string, known: Known): RowFit[] | { reason: Sentence } {
  const entries = readList(cell)
  if (entries.length > FITS_MAX) {
    return { reason: { id: 'error.fitsTooMany', values: { max: FITS_MAX } } }
  }
  const fits: RowFit[] = []
  for (const [index, parts] of entries.entries()) {
    const read = readFit(parts, known)
    if ('reason' in read) return read
    if (JSON.stringify(fits).includes(JSON.stringify(read))) {
      return { reason: { id: 'error.fitLine', values: { line: index + 1 } } }
    }
    fits.push(read)
  }
  return fits
}

function readFit(parts: readonly string[], known: Known): RowFit | { reason: Sentence } {
  const [what = '', name = ''] = parts
  const value = name.slice(0, 60)
  switch (what.toLowerCase()) {
    case 'product':
      return known.isDevice(name)
        ? { device: name }
        : { reason: { id: 'error.fitDevice', values: { value } } }
    case 'family': {
      const family = known.names.families.get(name)
      return family
        ? { family: family.id }
        : { reason: { id: 'error.cellFamily', values: { value } } }
    }
    case 'rule':
      return readRule(parts.slice(1), known)
    default:
      return { reason: 'error.fitKind' }
  }
}

function readRule(
  [category = '', ...pairs]: readonly string[],
  { names }: Known,
): RowFit | { reason: Sentence } {
  const conditions: Condition[] = []
  for (let at = 0; at < pairs.length; at += 2) {
    const [name = '', value = ''] = pairs.slice(at, at + 2)
    const attribute = names.attributes.get(keyIn(category, name))
    const condition = attribute && readCondition(attribute, value)
    if (!condition) {
      return {
        reason: {
          id: 'error.fitCondition',
          values: { name: name.slice(0, 60), value: value.slice(0, 60), range: '20..65' },
        },
      }
    }
    conditions.push(condition)
  }
  return conditions.length > 0 && conditions.length <= FIT_CONDITIONS_MAX
    ? { conditions }
    : { reason: 'error.fitKind' }
}

function readCondition(attribute: NamedAttribute, value: string): Condition | null {
  const { id, kind } = attribute
  if (kind === 'choice') {
    const choice = choiceOf(attribute, value)
    return choice === null ? null : { attribute: id, choice }
  }
  if (kind === 'boolean') {
    const isTrue = readYesOrNo(value)
    return isTrue === null ? null : { attribute: id, is_true: isTrue }
  }
  if (kind !== 'number') return null
  const [low, high] = value.split('..')
  if (low === undefined || high === undefined) return null
  const [min, max] = [low, high].map((end) => (end === '' ? null : readNumber(end)))
  const isRange = (low === '' || min !== null) && (high === '' || max !== null)
  return isRange && (min !== null || max !== null)
    ? { attribute: id, min: min ?? null, max: max ?? null }
    : null
}
