import { type FormEvent, useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'

/**
 * Makes errors disappear one by one as their fields are edited; they reappear at the next check. Separate from `Form`,
 * which every first visit loads.
 * @returns the remaining errors, and the form's `onInput`
 */
export function useErrorsLeft(errors: FieldErrors) {
  const [edited, setEdited] = useState<{ of: FieldErrors; names: string[] }>()
  const names = edited?.of === errors ? edited.names : []
  const left = Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof Element)) return
    const name = target.getAttribute('name') ?? ''
    if (name in left) setEdited({ of: errors, names: [...names, name] })
  }
  return [left, onInput] as const
}
