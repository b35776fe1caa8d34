import { useEffect, useRef } from 'react'

/**
 * Moves focus to the first invalid field after the errors are rendered. Give each field
 * `ref={focusOnError('email')}`, in the order of the form.
 */
export function useFocusOnError<Name extends string>(
  errors: Readonly<Partial<Record<Name, unknown>>>,
) {
  const fields = useRef(new Map<string, HTMLElement>())

  useEffect(() => {
    for (const [name, field] of fields.current) {
      if (!errors[name as Name]) continue
      field.focus()
      return
    }
  }, [errors])

  return (name: Name) => (field: HTMLElement | null) => {
    if (field) fields.current.set(name, field)
  }
}
