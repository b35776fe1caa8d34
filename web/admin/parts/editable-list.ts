import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#web/api/calls.ts'
import { queryClient } from '#web/api/query-client.ts'
import { requestUntyped } from '#web/api/request.ts'
import { withStepUp } from './step-up.ts'

/** The paths of lists whose entries can be added, edited and removed. */
type ListPath = {
  [Call in keyof Calls]: Call extends `DELETE ${infer Path}/{id}`
    ? `GET ${Path}` | `POST ${Path}` | `PUT ${Path}/{id}` extends keyof Calls
      ? Path
      : never
    : never
}[keyof Calls]

/** An entry with the version that edits are based on. */
export interface Kept {
  id: number
  version: string
}

type ListOf<Path extends ListPath> = ReplyOf<Calls[`GET ${Path}`]>
type FormOf<Path extends ListPath> = BodyOf<Calls[`POST ${Path}`]> & object
type EntityOf<
  Path extends ListPath,
  Rows extends keyof ListOf<Path>,
> = ListOf<Path>[Rows] extends (infer Entity extends Kept)[] ? Entity : never

interface EditableListOptions<Path extends ListPath, Rows extends keyof ListOf<Path>> {
  path: Path
  /** The reply's property that contains the entries. */
  rows: Rows
  /** The key of the other queries that show the entries; every change refetches them. */
  shown: readonly string[]
  /** False if the list has no order that staff can change. */
  sorted?: boolean
  /** The fields of an entry that the server accepts. Absent if entries cannot be switched off. */
  formOf?(entity: EntityOf<Path, Rows>): FormOf<Path>
}

/**
 * The query for a list edited by staff, and the calls that change it. A change refetches the list and the other queries
 * that show its entries.
 */
export function editableList<const Path extends ListPath, Rows extends keyof ListOf<Path>>({
  path,
  rows,
  shown,
  sorted = true,
  formOf,
}: EditableListOptions<Path, Rows>) {
  const key = path.split('/').slice(2)
  async function change(...call: Parameters<typeof requestUntyped>): Promise<void> {
    await withStepUp(() => requestUntyped(...call))
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
      queryClient.invalidateQueries({ queryKey: shown }),
    ])
  }
  const query = queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const reply = (await requestUntyped(`GET ${path}`, { signal })) as ListOf<Path>
      return reply[rows] as EntityOf<Path, Rows>[]
    },
  })
  /** Saves an entry, or adds one if `entity` is null. @throws ApiError 409 if another person changed the entry. */
  const save = (entity: Kept | null, form: FormOf<Path>) =>
    entity === null
      ? change(`POST ${path}`, { body: form })
      : change(`PUT ${path}/{id}`, {
          params: { id: entity.id },
          body: { ...form, version: entity.version },
        })

  /** The entry as currently stored; undefined if it no longer exists. */
  const reload = async (id: number) =>
    (await queryClient.fetchQuery({ ...query, staleTime: 0 })).find((one) => one.id === id)

  return {
    query,
    save,
    reload,
    remove: (id: number) => change(`DELETE ${path}/{id}`, { params: { id } }),
    /** Accepts the ids of all entries in their new order. */
    sort: sorted ? (ids: number[]) => change(`PUT ${path}`, { body: { ids } }) : undefined,
    setActive:
      formOf &&
      (async (entity: EntityOf<Path, Rows>, is_active: boolean) => {
        // Another person may have changed the entry since the list was loaded.
        const now = (await reload(entity.id)) ?? entity
        await save(now, { ...formOf(now), is_active })
      }),
  }
}
