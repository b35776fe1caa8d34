import { useState } from 'react'
import type { AuditName } from '#contract/admin/audit.ts'
import { ApiError } from '#web/api/request.ts'
import type { FormValues } from './form-values.ts'
import { type MergedEdits, mergeEdits } from './merge-edits.ts'
import { type EntityFormOptions, useEntityForm } from './useEntityForm.ts'

interface Stored<Version> {
  version: Version
  /** Names of the entities whose ids are in the entry's fields. */
  names?: readonly AuditName[]
}

export interface VersionedForm<Form extends object, Version = string> {
  /** The stored values that the form starts with; null for a new entry. */
  stored: Stored<Version> | null
  read: (values: FormValues) => Form
  /**
   * @param version the version that the edit is based on; undefined for a new entry
   * @param keep receives the stored values after each step of a save that may fail at a later step
   * @returns the stored values if the form stays open
   */
  save: (
    form: Form,
    version: Version | undefined,
    keep: (saved: Stored<Version>) => void,
  ) => Promise<Stored<Version> | undefined>
  /** Fetches the stored values; undefined if the entry was deleted. */
  reload: () => Promise<Stored<Version> | undefined>
}

interface VersionedFormOptions extends EntityFormOptions {
  /** Runs after a save that was merged with another person's changes. */
  onMerged?: () => void
}

/** Thrown when nothing was saved and `conflict` already says why. */
const SHOWN = new Error('The entry has been edited in the meantime.')

/**
 * `useEntityForm` for entries that several people may edit. If another person has saved the entry while the form was
 * open, the form is not saved, and `conflict` contains both people's changes. Sending the form again saves it, but
 * keeps the values of the fields that only the other person changed.
 */
export function useVersionedForm<Form extends object, Version = string>(
  { stored, read, save, reload }: VersionedForm<Form, Version>,
  { onMerged, ...options }: VersionedFormOptions = {},
) {
  // The entry that the edit is based on. Not `stored`: the list may be refetched with newer values while the form is
  // open.
  const [opened, setOpened] = useState(stored)
  const [conflict, setConflict] = useState<MergedEdits<Form> & { newest: Stored<Version> }>()

  function keep(saved: Stored<Version>) {
    setOpened(saved)
    setConflict(undefined)
  }

  const state = useEntityForm(
    async (values) => {
      const typed = read(values)
      const over = opened && conflict?.newest
      try {
        const form = over ? mergeEdits(opened, over, typed).form : typed
        const saved = await save(form, (over ?? opened)?.version, keep)
        if (saved) keep(saved)
        else setConflict(undefined)
        if (over) onMerged?.()
      } catch (error) {
        const newest = isEditedMeanwhile(error) && opened && (await reload())
        if (!newest) throw error
        setConflict({ newest, ...mergeEdits(opened, newest, typed) })
        throw SHOWN
      }
    },
    { ...options, failureOf: (error) => (error === SHOWN ? '' : options.failureOf?.(error)) },
  )
  const names = [...(opened?.names ?? []), ...(conflict?.newest.names ?? [])]
  return { ...state, conflict: conflict && { ...conflict, names } }
}

/** Whether the entry was saved in the meantime, as indicated by the error's code or, for a product, by a `version`. */
function isEditedMeanwhile(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 409) return false
  return error.code === 'edited_meanwhile' || 'version' in Object(error.body)
}
