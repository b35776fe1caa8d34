import type { ComponentProps } from 'react'
import { Conflict } from './Conflict.tsx'
import { FormEnd } from './FormEnd.tsx'

type ConflictProps = ComponentProps<typeof Conflict>
type EndProps = ComponentProps<typeof FormEnd>

interface VersionedFormEndProps
  extends Pick<ConflictProps, 'about' | 'onDiscard' | 'discarding'>,
    Pick<EndProps, 'wide' | 'className'> {
  /** The state that `useVersionedForm` returns. */
  state: Pick<EndProps, 'failure' | 'sending'> & { conflict: ConflictProps['edits'] | undefined }
}

/**
 * The end of a form that several people may edit: the conflict with another person's change, if any, and the save
 * button.
 */
export function VersionedFormEnd({ state, wide, className, ...choice }: VersionedFormEndProps) {
  const { failure, sending, conflict } = state
  return (
    <>
      {conflict && <Conflict edits={conflict} {...choice} overwriting={sending} />}
      <FormEnd
        failure={failure}
        sending={sending}
        className={className}
        wide={wide ?? false}
        disabled={conflict !== undefined}
      />
    </>
  )
}
