import type { AttributeForm } from '#contract/admin.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'

/** @throws ShopError `invalid` if the form's fields contradict each other or two choices share a name. */
export function checkAttribute(form: AttributeForm): void {
  const { kind, choices, unit, unit_ar } = form
  const errors: FieldSentences = {}
  if (kind !== 'number' && (unit !== '' || unit_ar !== '')) {
    errors.unit = ['error.unitOfNumbers']
  }
  if (kind === 'number' && unit === '' && unit_ar !== '') {
    errors.unit = ['error.unitMissing']
  }
  if (kind !== 'choice' && choices.length > 0) errors.choices = ['error.choicesOfChoice']
  const names = choices.map(({ name }) => name.toLowerCase())
  const twice = choices.find((_, at) => names.indexOf(names[at] ?? '') !== at)
  if (twice) errors.choices = [{ id: 'error.choiceTwice', values: { name: twice.name } }]
  if (kind === 'text' && form.is_filter) errors.is_filter = ['error.textNoFilter']
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** @throws ShopError `invalid` for a choice attribute without choices. */
export function assertChoices({ kind, choices }: AttributeForm): void {
  if (kind === 'choice' && choices.length === 0) {
    throw invalid({ choices: ['error.choicesMissing'] })
  }
}
