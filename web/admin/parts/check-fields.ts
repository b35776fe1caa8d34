import type { FieldErrors } from '#contract/errors.ts'
import { type MessageId, translate } from '#web/i18n/i18n.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Checks a form's fields against their own limits (`required`, `min`, `pattern`). The browser does the checking; the
 * messages are the same as the server's.
 * @returns the errors by field name
 */
export function checkFields(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {}
  for (const control of form.elements as Iterable<Element> as Iterable<Control>) {
    if (!control.name || !control.willValidate || control.validity.valid) continue
    errors[control.name] ??= [sentenceOf(control)]
  }
  return errors
}

function sentenceOf(control: Control): string {
  const { validity, title } = control
  const mark = translate('form.optional', { label: '' })
  const label = (control.labels?.[0]?.textContent ?? control.ariaLabel ?? '').replace(mark, '')
  const said = (id: MessageId, limit = '') => translate(id, { label, limit })
  const limits =
    control instanceof HTMLInputElement ? control : { type: '', min: '', max: '', step: '' }
  // A number or date that the browser cannot parse also counts as missing, so badInput is checked first.
  if (validity.badInput) {
    const { type } = limits
    const kind = type === 'number' || type === 'date' ? type : 'date-time'
    return said(`field-error.${kind}`)
  }
  if (validity.valueMissing) return said('field-error.required')
  if (validity.rangeUnderflow) return said('field-error.minimum', limits.min)
  if (validity.rangeOverflow) return said('field-error.maximum', limits.max)
  if (validity.stepMismatch) {
    return said(limits.step === '1' ? 'field-error.whole' : 'field-error.decimals')
  }
  if (validity.patternMismatch && title) return title
  return said(validity.typeMismatch ? 'field-error.format' : 'field-error.other')
}
