import { numberIn } from '#contract/read-decimal.ts'
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
    const number = numberIn(input.value)
    input.value = Number.isFinite(number) ? String(number) : ''
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
