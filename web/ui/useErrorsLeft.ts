import { type FormEvent, useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'

/**
 * Clears errors one by one as their fields are edited; they reappear at the next validation. Separate from `Form`,
 * which is loaded on every first visit.
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
