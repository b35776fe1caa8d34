import type { FieldErrors } from '#contract/errors.ts'
import { numberIn, readDecimal } from '#contract/read-decimal.ts'
import { type MessageId, translate } from '#web/i18n/i18n.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Say = (id: MessageId, values?: Record<string, string>) => string

/**
 * Checks a form's fields against their own limits (`required`, `min`, `pattern`). The browser does the checking, except
 * for number fields; the messages are the same as the server's.
 * @returns the errors by field name
 */
export function checkFields(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {}
  for (const control of form.elements as Iterable<Element> as Iterable<Control>) {
    if (!control.name || !control.willValidate) continue
    const error = checkField(control)
    if (error) errors[control.name] ??= [error]
  }
  return errors
}

/** @returns the error of one field, if any */
export function checkField(control: Control): string | undefined {
  const { validity, title, labels, ariaLabel, value } = control
  const mark = translate('form.optional', { label: '' })
  const label = (labels?.[0]?.textContent ?? ariaLabel ?? '').replace(mark, '')
  const say: Say = (id, values) => translate(id, { label, ...values })
  const input = control instanceof HTMLInputElement ? control : null
  if (validity.valid) return input?.step && value ? numberError(input, say) : undefined
  // A date that the browser cannot parse also counts as missing, so badInput is checked first.
  if (validity.badInput) {
    return say(input?.type === 'date' ? 'field-error.date' : 'field-error.date-time')
  }
  if (validity.valueMissing) return say('field-error.required')
  if (validity.rangeOverflow) return say('field-error.maximum', { limit: input?.max ?? '' })
  if (validity.patternMismatch && title) return title
  return say(validity.typeMismatch ? 'field-error.format' : 'field-error.other')
}

function numberError({ value, step, min, max }: HTMLInputElement, say: Say): string | undefined {
  const decimals = step === 'any' ? Number.POSITIVE_INFINITY : decimalsOf(step)
  // With fewer than three decimals, a point before three digits may separate thousands.
  const read = readDecimal(value, decimals >= 3)
  if (!read || /e/i.test(value)) return say('field-error.number')
  if ('part' in read && decimalsOf(String(Number(read.part))) <= decimals) {
    return say('field-error.either', { value, ...read })
  }
  const number = numberIn(value)
  if (min && number < Number(min)) return say('field-error.minimum', { limit: min })
  if (number > Number(max || Number.MAX_VALUE)) return say('field-error.maximum', { limit: max })
  if (decimalsOf(String(number)) <= decimals) return undefined
  return say(decimals === 0 ? 'field-error.whole' : 'field-error.decimals')
}

function decimalsOf(number: string): number {
  return number.split('.')[1]?.length ?? 0
}
