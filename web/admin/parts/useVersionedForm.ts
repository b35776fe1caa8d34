import { useState } from 'react'
import { ApiError } from '#web/api/request.ts'
import type { FormValues } from './form-values.ts'
import { type MergedEdits, mergeEdits } from './merge-edits.ts'
import { type EntityFormOptions, useEntityForm } from './useEntityForm.ts'

/** What the form edits, as the server has it. */
interface Stored {
  version: string
}

export interface VersionedForm<Form extends object> {
  /** As the form shows it; null for something new. */
  stored: Stored | null
  read: (values: FormValues) => Form
  /** @param version that the edit was made from. @returns what is stored now, where the form stays open. */
  save: (form: Form, version: string | undefined) => Promise<Stored | undefined>
  /** What is stored now; undefined when it is gone. */
  reload: () => Promise<Stored | undefined>
}

interface VersionedFormOptions extends EntityFormOptions {
  /** Called once it is saved with what another person changed. */
  onMerged?: () => void
}

/** Not saved, and `conflict` says why. */
const SHOWN = new Error('edited meanwhile')

/**
 * `useEntityForm` for what several people may edit. What another person saved while the form was open is not
 * overwritten: `conflict` has what both changed, and the next send saves over it, with what only they changed.
 */
export function useVersionedForm<Form extends object>(
  { stored, read, save, reload }: VersionedForm<Form>,
  { onMerged, ...options }: VersionedFormOptions = {},
) {
  // Stays while the form is open: a list that loads again in the background has newer ones.
  const [opened, setOpened] = useState(stored)
  const [conflict, setConflict] = useState<MergedEdits<Form> & { newest: Stored }>()

  const state = useEntityForm(
    async (values) => {
      const typed = read(values)
      const over = opened && conflict?.newest
      try {
        const form = over ? mergeEdits(opened, over, typed).form : typed
        const saved = await save(form, (over ?? opened)?.version)
        if (saved) setOpened(saved)
        setConflict(undefined)
        if (over) onMerged?.()
      } catch (error) {
        const newest = isEditedMeanwhile(error) && opened && (await reload())
        if (!newest) throw error
        setConflict({ newest, ...mergeEdits(opened, newest, typed) })
        throw SHOWN
      }
    },
    { ...options, failureOf: (error) => (error === SHOWN ? '' : undefined) },
  )
  return { ...state, conflict }
}

function isEditedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'edited_meanwhile'
}
