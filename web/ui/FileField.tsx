import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import field from './Field.module.css'
import { announce } from './Field.tsx'
import styles from './FileField.module.css'

interface FileFieldProps {
  label: string
  name?: string
  accept: string
  multiple?: boolean
  disabled?: boolean
  required?: boolean
  /** Whether to reserve space for a picture above the text. */
  tall?: boolean
  hint?: string
  error?: string | undefined
  /** The visible content beneath the input, which is transparent because its own text is in the browser's language. */
  children: ReactNode
  onFiles: (files: File[]) => void
}

export function FileField({
  label,
  name,
  accept,
  multiple = false,
  disabled = false,
  required = false,
  tall = false,
  hint,
  error,
  children,
  onFiles,
}: FileFieldProps) {
  const id = useId()
  return (
    <div className={styles.wrap}>
      <div className={cx(styles.field, tall && styles.tall)}>
        <input
          type="file"
          name={name}
          aria-label={label}
          aria-describedby={hint || error ? `${id}-hint` : undefined}
          aria-invalid={error ? true : undefined}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          required={required}
          className={styles.input}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // Allows choosing the same file again.
            event.target.value = ''
          }}
        />
        {children}
      </div>
      {(hint || error) && (
        <p
          // An error that takes the hint's place is a new element, which is announced.
          key={error}
          ref={error ? announce : undefined}
          id={`${id}-hint`}
          className={error ? field.error : field.hint}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
