import { latinDigits } from '#contract/latin-digits.ts'
import { Field } from '#web/ui/Field.tsx'

interface NumberFieldProps {
  label: string
  value: string
  error?: string | undefined
  onCommit: (value: string) => void
}

/**
 * A number field that commits its value only on blur or Enter, so that typing sends no requests. Its type is text,
 * because browsers accept only Western digits in fields of type number.
 */
export function NumberField({ value, error, onCommit, ...field }: NumberFieldProps) {
  function commit(input: HTMLInputElement) {
    if (input.value === value) return
    input.value = numberIn(input.value)
    onCommit(input.value)
  }

  return (
    <Field
      // A new `value` replaces what the user has typed.
      key={value}
      {...field}
      inputMode="decimal"
      dir="ltr"
      error={error}
      defaultValue={value}
      onBlur={(event) => commit(event.target)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}

/**
 * The number that a text contains, without thousands separators; empty if it is not a number. A comma separates
 * thousands only before three digits; otherwise it is a decimal mark.
 */
function numberIn(text: string): string {
  const number = latinDigits(text)
    .replace(/[\s٬]|,(?=\d{3}(?!\d))/g, '')
    .replace(/[٫,]/, '.')
  return /^-?\d*\.?\d+$/.test(number) ? number : ''
}
