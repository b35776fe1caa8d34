import { useState } from 'react'
import type { AuditName } from '#contract/admin/audit.ts'
import { ApiError } from '#web/api/request.ts'
import type { FormValues } from './form-values.ts'
import { type MergedEdits, mergeEdits } from './merge-edits.ts'
import { type EntityFormOptions, useEntityForm } from './useEntityForm.ts'

/** What the form edits, as the server has it. */
interface Stored<Version> {
  version: Version
  /** Of what its fields refer to. */
  names?: readonly AuditName[]
}

export interface VersionedForm<Form extends object, Version = string> {
  /** As the form shows it; null for something new. */
  stored: Stored<Version> | null
  read: (values: FormValues) => Form
  /** @param version that the edit was made from. @returns what is stored now, where the form stays open. */
  save: (form: Form, version: Version | undefined) => Promise<Stored<Version> | undefined>
  /** What is stored now; undefined when it is gone. */
  reload: () => Promise<Stored<Version> | undefined>
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
export function useVersionedForm<Form extends object, Version = string>(
  { stored, read, save, reload }: VersionedForm<Form, Version>,
  { onMerged, ...options }: VersionedFormOptions = {},
) {
  // Stays while the form is open: a list that loads again in the background has newer ones.
  const [opened, setOpened] = useState(stored)
  const [conflict, setConflict] = useState<MergedEdits<Form> & { newest: Stored<Version> }>()

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
  const names = [...(opened?.names ?? []), ...(conflict?.newest.names ?? [])]
  return { ...state, conflict: conflict && { ...conflict, names } }
}

function isEditedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'edited_meanwhile'
}
