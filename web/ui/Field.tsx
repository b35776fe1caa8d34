import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import styles from './Field.module.css'
import { useFieldError } from './Form.tsx'

interface Wrapping {
  label: string
  /** The error message, shown under the field and linked to it; by default, the form's error for the field's name. */
  error?: string | undefined
  hint?: ReactNode
  className?: string | undefined
}

type FieldProps = Wrapping &
  Omit<ComponentProps<'input'>, 'className'> & {
    end?: ReactNode
  }

export function Field({ end, ...field }: FieldProps) {
  const { frame, control } = useParts(field)
  const input = <input className={styles.control} {...control} />
  return (
    <Frame {...frame}>
      {end ? (
        <div className={styles.withEnd}>
          {input}
          <div className={styles.end}>{end}</div>
        </div>
      ) : (
        input
      )}
    </Frame>
  )
}

type TextAreaProps = Wrapping & Omit<ComponentProps<'textarea'>, 'className'>

export function TextArea(field: TextAreaProps) {
  const { frame, control } = useParts(field)
  return (
    <Frame {...frame}>
      <textarea className={cx(styles.control, styles.area)} {...control} />
    </Frame>
  )
}

interface OptionsProps {
  /** The text of the empty option, if any. */
  none?: string | undefined
  options: readonly { value: string | number; text: string }[]
}

type SelectProps = Wrapping &
  OptionsProps &
  Omit<ComponentProps<'select'>, 'className' | 'children'>

export function Select({ none, options, ...field }: SelectProps) {
  const { frame, control } = useParts(field)
  return (
    <Frame {...frame}>
      <select className={cx(styles.control, styles.select)} {...control}>
        <Options none={none} options={options} />
      </select>
    </Frame>
  )
}

export function Options({ none, options }: OptionsProps) {
  return (
    <>
      {none && <option value="">{none}</option>}
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </>
  )
}

/** Splits a field's props between its frame and its control, and links the two for screen readers. */
function useParts<Props extends Wrapping & { name?: string | undefined }>(field: Props) {
  const { label, error, hint, className, ...control } = field
  const id = useId()
  const found = useFieldError(field.name)
  const shown = error ?? found
  const ids = [hint && `${id}-hint`, shown && `${id}-error`].filter(Boolean).join(' ')
  return {
    frame: { id, label, error: shown, hint, className },
    control: {
      id,
      'aria-describedby': ids || undefined,
      'aria-invalid': shown ? true : undefined,
      ...control,
    },
  }
}

function Frame({
  id,
  label,
  error,
  hint,
  className,
  children,
}: Wrapping & { id: string; children: ReactNode }) {
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
