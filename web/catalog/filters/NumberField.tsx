import { Field } from '#web/ui/Field.tsx'

interface NumberFieldProps {
  label: string
  value: string
  error?: string | undefined
  step?: number | 'any'
  onCommit: (value: string) => void
}

/** A number field that commits its value only on blur or Enter, so that typing sends no requests. */
export function NumberField({ value, error, step = 1, onCommit, ...field }: NumberFieldProps) {
  return (
    <Field
      // A new `value` replaces what the user has typed.
      key={value}
      {...field}
      type="number"
      inputMode="decimal"
      min={0}
      step={step}
      dir="ltr"
      error={error}
      defaultValue={value}
      onBlur={(event) => event.target.value !== value && onCommit(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
