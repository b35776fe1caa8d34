/** Checks that the parts of an attribute's form go together. */
import type { AttributeForm } from '#contract/admin.ts'
import { trimNames } from '../../audit/sorted-rows.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'

/** @throws ShopError `invalid` for parts of the form that do not go together. */
export function readAttribute(form: AttributeForm): AttributeForm {
  const { kind, choices, unit, unit_ar } = form
  const errors: FieldSentences = {}
  if (kind !== 'number' && (unit !== '' || unit_ar !== '')) {
    errors.unit = ['error.unitOfNumbers']
  }
  if (kind === 'number' && (unit.trim() === '') !== (unit_ar.trim() === '')) {
    errors[unit.trim() === '' ? 'unit' : 'unit_ar'] = ['error.unitInBoth']
  }
  if (kind !== 'choice' && choices.length > 0) errors.choices = ['error.choicesOfChoice']
  const names = choices.map(({ name }) => name.trim().toLowerCase())
  const twice = choices.find((_, at) => names.indexOf(names[at] ?? '') !== at)
  if (twice) errors.choices = [{ id: 'error.choiceTwice', values: { name: twice.name } }]
  if (kind === 'text' && form.is_filter) errors.is_filter = ['error.textNoFilter']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    ...trimNames(form),
    unit: unit.trim(),
    unit_ar: unit_ar.trim(),
    choices: choices.map(trimNames),
  }
}

/** @throws ShopError `invalid` for a choice with nothing to choose from. */
export function assertChoices({ kind, choices }: AttributeForm): void {
  if (kind === 'choice' && choices.length === 0) {
    throw invalid({ choices: ['error.choicesMissing'] })
  }
}
