import {
  type ComponentProps,
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react'
import type { FieldErrors } from '#contract/errors.ts'

/** The surrounding form's errors, keyed by field name. */
export const FormErrors = createContext<FieldErrors>({})

/** The first error for a field in the surrounding form. */
export function useFieldError(name = ''): string | undefined {
  return useContext(FormErrors)[name]?.[0]
}

/** Moves focus to the first invalid field once new errors are rendered. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: FieldErrors) {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, errors])
}

export interface FormProps extends Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> {
  ref?: RefObject<HTMLFormElement | null>
  errors?: FieldErrors | undefined
  onSend: (data: FormData, form: HTMLFormElement) => void
}

/** A form whose fields show their own errors; focus moves to the first invalid field. */
export function Form({ ref, errors = {}, onSend, ...form }: FormProps) {
  const own = useRef<HTMLFormElement>(null)
  const element = ref ?? own
  useFocusOnError(element, errors)
  return (
    <FormErrors value={errors}>
      <form
        {...form}
        ref={element}
        onSubmit={(event) => {
          event.preventDefault()
          onSend(new FormData(event.currentTarget), event.currentTarget)
        }}
      />
    </FormErrors>
  )
}
