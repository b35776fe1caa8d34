import { fieldErrors } from '../../platform/http/field-errors.ts'
import { compileValidator } from '../../platform/http/validation.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'

/**
 * Returns a function that validates an object as the API would validate a submitted form. The function returns whether
 * the object is valid; if not, it adds the reasons to `errors`, except for fields that already have an error.
 */
export function formCheck(schema: object): (form: object, errors: FieldSentences) => boolean {
  const url = '/api/admin/products/imports'
  const check = compileValidator({ schema, method: 'POST', url, httpPart: 'body' })
  return (form, errors) => {
    const { error } = check(form) as { error?: Parameters<typeof fieldErrors>[0] }
    if (error) Object.assign(errors, { ...fieldErrors(error), ...errors })
    return !error
  }
}
