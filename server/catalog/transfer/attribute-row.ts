import type { AttributeForm } from '#contract/admin.ts'
import type { AttributeKind } from '#contract/attributes.ts'
import type { Category } from '#contract/locale.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'
import { readList } from './list-cell.ts'
import type { NamedAttribute } from './names.store.ts'
import { folded, namesIn } from './names.ts'
import { readYesOrNo } from './read-cells.ts'
import type { Cell } from './read-table.ts'

/**
 * Reads an attribute. If the shop has it, the row must have the same kind and unit; choices missing from the row are
 * retained.
 */
export function readAttributeRow(
  cell: Cell,
  errors: FieldSentences,
  known: NamedAttribute | undefined,
): AttributeForm {
  const flag = (name: string): boolean => {
    const value = readYesOrNo(cell(name))
    if (value === null) {
      errors[name] = [{ id: 'error.cellYesNo', values: { value: cell(name).slice(0, 60) } }]
    }
    return value ?? false
  }
  const kind = cell('kind') as AttributeKind
  if (known && known.kind !== kind) {
    errors.kind = [{ id: 'error.otherKind', values: { kind: known.kind } }]
  }
  if (known && known.unit !== cell('unit')) {
    errors.unit = [{ id: 'error.otherUnit', values: { unit: known.unit || 'none' } }]
  }
  return {
    category: cell('category') as Category,
    ...namesIn(cell, known),
    kind,
    unit: cell('unit'),
    unit_ar: cell('unit_ar') || known?.unit_ar || cell('unit'),
    is_filter: flag('is_filter'),
    is_compared: flag('is_compared'),
    choices: withKnown(readList(cell('choices')), known?.choices ?? []),
  }
}

/** The choices in the file, in its order, then the shop's other choices. */
function withKnown(
  entries: readonly string[][],
  known: NamedAttribute['choices'],
): AttributeForm['choices'] {
  const listed = entries.map(([name = '', name_ar = '', swatch = '']) => {
    const same = known.find((one) => folded(one.name) === folded(name))
    const choice = { name, name_ar: name_ar || name, swatch: swatch.toLowerCase() || null }
    return same ? { id: same.id, ...choice } : choice
  })
  const ids = new Set(listed.map((one) => ('id' in one ? one.id : null)))
  return [...listed, ...known.filter(({ id }) => !ids.has(id))]
}
