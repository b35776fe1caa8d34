import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#web/api/calls.ts'
import { queryClient } from '#web/api/query-client.ts'
import { requestUntyped } from '#web/api/request.ts'
import { withStepUp } from './step-up.ts'

interface Versioned {
  data: { version: string }
}

/** The paths of settings that are read and saved as a whole. */
export type SettingsPath = {
  [Call in keyof Calls]: Call extends `PUT ${infer Path}`
    ? `GET ${Path}` extends keyof Calls
      ? ReplyOf<Calls[`GET ${Path}`]> extends Versioned
        ? Path
        : never
      : never
    : never
}[keyof Calls]

export type SettingsReply<Path extends SettingsPath> = ReplyOf<Calls[`GET ${Path}`]> & Versioned
export type SettingsBody<Path extends SettingsPath> = Omit<
  BodyOf<Calls[`PUT ${Path}`]> & object,
  'version'
>

/**
 * The query for a group of the shop's settings, and the calls that save and reload them.
 * @param onSaved updates other parts of this page that show the settings
 */
export function keptSettings<const Path extends SettingsPath>(
  path: Path,
  onSaved?: (reply: SettingsReply<Path>) => void | Promise<void>,
) {
  type Reply = SettingsReply<Path>
  const query = queryOptions({
    queryKey: path.split('/').slice(2),
    queryFn: async ({ signal }) => (await requestUntyped(`GET ${path}`, { signal })) as Reply,
  })
  return {
    query,
    async save(form: SettingsBody<Path>, version: string | undefined) {
      const body = { ...form, ...(version && { version }) }
      const saved = (await withStepUp(() => requestUntyped(`PUT ${path}`, { body }))) as Reply
      queryClient.setQueryData<Reply>(query.queryKey, saved)
      await onSaved?.(saved)
      return saved.data
    },
    reload: async () => (await queryClient.fetchQuery({ ...query, staleTime: 0 })).data,
  }
}
