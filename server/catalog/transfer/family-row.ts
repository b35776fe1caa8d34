import { Type } from 'typebox'
import { NewFamily } from '#contract/admin.ts'
import { FAMILY_AXES_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import type { FieldSentences, Sentence } from '../../platform/words/sentence.ts'
import { formCheck } from './form-check.ts'
import { readList } from './list-cell.ts'
import type { NamedFamily } from './names.store.ts'
import { familyKey, keyIn, type Names, nameOfKey, namesIn } from './names.ts'
import type { Cell } from './read-table.ts'

const checkNames = formCheck(Type.Pick(NewFamily, ['name', 'name_ar']))

/** @param names what the shop has, plus the upload's attributes and the families from earlier rows. */
export function readFamilyRow(
  cell: Cell,
  errors: FieldSentences,
  names: Names,
): Omit<NamedFamily, 'id'> {
  const key = cell('key')
  const category = cell('category') as Category
  const { name, name_ar } = namesIn(cell, names.families.get(key))
  const { name: named, nth } = nameOfKey(key)
  const refuse = (field: string, reason: Sentence) => {
    errors[field] ??= [reason]
  }
  if (!CATEGORIES.includes(category)) {
    refuse('category', {
      id: 'error.cellChoice',
      values: { value: category, names: CATEGORIES.join(', ') },
    })
  }
  checkNames({ name, name_ar }, errors)
  // The second family with the same name must follow the first.
  const isNext = nth === 1 || names.families.has(familyKey(name, nth - 1))
  if (name !== '' && (named !== name || !isNext)) {
    const values = { name: familyKey(name, 1), second: familyKey(name, 2) }
    refuse('key', { id: 'error.familyKey', values })
  }
  const axes = readList(cell('axes')).map(([axis = '']) => axis)
  const known = axes.flatMap((axis) => names.attributes.get(keyIn(category, axis)) ?? [])
  const unknown = axes.find((axis) => !names.attributes.has(keyIn(category, axis)))
  if (axes.length === 0 || axes.length > FAMILY_AXES_MAX) {
    refuse('axes', { id: 'error.axesCount', values: { max: FAMILY_AXES_MAX } })
  } else if (unknown !== undefined) {
    refuse('axes', { id: 'error.cellAttribute', values: { name: unknown.slice(0, 60) } })
  }
  const text = known.find(({ kind }) => kind === 'text')
  if (text) refuse('axes', { id: 'error.axisText', values: { name: text.name } })
  return {
    category,
    name,
    name_ar,
    nth,
    axes: known.map(({ name }) => name),
  }
}
