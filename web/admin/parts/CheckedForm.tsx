import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { cx } from '#web/ui/cx.ts'
import { FormErrors, type FormProps, useFocusOnError } from '#web/ui/Form.tsx'
import { useErrorsLeft } from '#web/ui/useErrorsLeft.ts'
import { useMayWrite } from '../useMayWrite.ts'
import { checkFields } from './check-fields.ts'
import styles from './Form.module.css'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** Whether the form is uploading a file, which blocks saving, and the setter for it. */
const Uploading = createContext<readonly [boolean, (on: boolean) => void]>([false, () => {}])

export function useUploading() {
  return useContext(Uploading)
}

interface CheckedFormProps extends Omit<FormProps, 'ref' | 'onInput'> {
  /** The number of edits that are not saved; if given, the user is asked before they are lost. */
  unsaved?: RefObject<number>
}

/**
 * A form for staff screens: marks required fields, shows each error below its field and moves the focus to the first
 * field with an error. The fields' own limits are checked before sending; `errors` are those in the server's reply.
 */
export function CheckedForm({
  errors: refused,
  onSend,
  unsaved,
  className,
  children,
  ...form
}: CheckedFormProps) {
  const mayWrite = useMayWrite()
  const element = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const uploading = useState(false)
  useEffect(() => setErrors(refused ?? {}), [refused])
  useFocusOnError(element, errors)
  const [left, onEdit] = useErrorsLeft(errors)
  return (
    <FormErrors value={left}>
      <Uploading value={uploading}>
        <form
          {...form}
          ref={element}
          className={cx(styles.checked, className)}
          noValidate
          onInput={onEdit}
          onSubmit={(event) => {
            event.preventDefault()
            const found = checkFields(event.currentTarget)
            setErrors(found)
            if (Object.keys(found).length > 0) return
            onSend(new FormData(event.currentTarget), event.currentTarget)
          }}
        >
          {mayWrite ? (
            children
          ) : (
            <fieldset disabled className={styles.viewOnly}>
              {children}
            </fieldset>
          )}
        </form>
        {unsaved && <UnsavedGuard form={element} unsaved={unsaved} />}
      </Uploading>
    </FormErrors>
  )
}
