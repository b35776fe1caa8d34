import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useReducer } from 'react'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { keptSettings, SettingsBody, SettingsPath, SettingsReply } from './kept-settings.ts'
import type { VersionedForm } from './useVersionedForm.ts'

/** What `Settings` passes to a `SettingsForm`: the stored settings, and the calls that save and reload them. */
export type SettingsState<Path extends SettingsPath> = Omit<
  VersionedForm<SettingsBody<Path>>,
  'read'
> & { onReopen: () => void }

interface SettingsProps<Path extends SettingsPath> {
  of: ReturnType<typeof keptSettings<Path>>
  /** The height of the form in pixels while it loads. */
  height: number
  children: (reply: SettingsReply<Path>, form: SettingsState<Path>) => ReactNode
}

/** Renders the form once the settings have loaded, and remounts it to show what another person has saved. */
export function Settings<Path extends SettingsPath>({ of, height, children }: SettingsProps<Path>) {
  const query = useQuery(of.query)
  const [round, reopen] = useReducer((count: number) => count + 1, 0)
  const { save, reload } = of
  return (
    <>
      <LoadState query={query} skeleton={<Skeleton block={height} radius={14} />} />
      {query.data && (
        <Fragment key={round}>
          {children(query.data, { stored: query.data.data, save, reload, onReopen: reopen })}
        </Fragment>
      )}
    </>
  )
}
