import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import styles from './Field.module.css'

interface Wrapping {
  label: string
  /** The error of the value, shown under the field and linked to it. */
  error?: string | undefined
  hint?: ReactNode
  className?: string | undefined
}

type FieldProps = Wrapping &
  Omit<ComponentProps<'input'>, 'className'> & {
    /** A control inside the field, at its end. */
    end?: ReactNode
  }

/** A labelled input with its hint and its error. */
export function Field({ label, error, hint, className, end, ...input }: FieldProps) {
  const id = useId()
  const control = (
    <input id={id} className={styles.control} {...described(id, error, hint)} {...input} />
  )
  return (
    <Frame id={id} label={label} error={error} hint={hint} className={className}>
      {end ? (
        <div className={styles.withEnd}>
          {control}
          <div className={styles.end}>{end}</div>
        </div>
      ) : (
        control
      )}
    </Frame>
  )
}

type TextAreaProps = Wrapping & Omit<ComponentProps<'textarea'>, 'className'>

/** A labelled text of several lines. */
export function TextArea({ label, error, hint, className, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error} hint={hint} className={className}>
      <textarea
        id={id}
        className={cx(styles.control, styles.area)}
        {...described(id, error, hint)}
        {...input}
      />
    </Frame>
  )
}

type SelectProps = Wrapping & Omit<ComponentProps<'select'>, 'className'>

/** A labelled native select. */
export function Select({ label, error, hint, className, ...select }: SelectProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error} hint={hint} className={className}>
      <select
        id={id}
        className={cx(styles.control, styles.select)}
        {...described(id, error, hint)}
        {...select}
      />
    </Frame>
  )
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

function described(id: string, error: string | undefined, hint: ReactNode) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined }
}
