import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import styles from './Field.module.css'
import { useFieldError } from './Form.tsx'

export interface Wrapping {
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
export function useParts<Props extends Wrapping & { name?: string | undefined }>(field: Props) {
  const { label, error, hint, className, ...control } = field
  const id = useId()
  const found = useFieldError(field.name)
  const shown = error ?? found
  return {
    frame: { id, label, error: shown, hint, className },
    control: {
      id,
      // Ids of texts that are not shown are ignored.
      'aria-describedby': hint || shown ? `${id}-hint ${id}-error` : undefined,
      'aria-invalid': shown ? true : undefined,
      ...control,
    },
  }
}

export function Frame({
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
        <p id={`${id}-error`} ref={announce} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/**
 * Announces an error that appears while its field has the focus; other errors are read when focus moves to their fields.
 */
export function announce(error: HTMLElement | null) {
  if (error?.parentElement?.matches(':focus-within')) error.role = 'alert'
}
