import { queryOptions } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#web/api/calls.ts'
import { queryClient } from '#web/api/query-client.ts'
import { requestUntyped } from '#web/api/request.ts'
import { withStepUp } from './step-up.ts'

/** The paths whose entries are listed, added, edited and removed. */
type ListPath = {
  [Call in keyof Calls]: Call extends `DELETE ${infer Path}/{id}`
    ? `GET ${Path}` | `POST ${Path}` | `PUT ${Path}/{id}` extends keyof Calls
      ? Path
      : never
    : never
}[keyof Calls]

type ListOf<Path extends ListPath> = ReplyOf<Calls[`GET ${Path}`]>
type FormOf<Path extends ListPath> = BodyOf<Calls[`POST ${Path}`]> & object
type EntityOf<
  Path extends ListPath,
  Rows extends keyof ListOf<Path>,
> = ListOf<Path>[Rows] extends (infer Entity extends { id: number })[] ? Entity : never

interface EditableListOptions<Path extends ListPath, Rows extends keyof ListOf<Path>> {
  /** Its query's key is made of it. */
  path: Path
  /** The part of the reply with the entries. */
  rows: Rows
  /** The key of what the shop's pages show of it. */
  shown: readonly string[]
  /** False for a list whose order is not the staff's. */
  sorted?: boolean
  /** Reduces an entry to the fields that the server accepts; absent where nothing is switched off. */
  formOf?(entity: EntityOf<Path, Rows>): FormOf<Path>
}

/**
 * A list that staff keep: how it is read and changed. A change reloads it, and what the shop's pages
 * show of it.
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
  /** Changes the one with the id; adds one without. */
  const save = (id: number | null, body: FormOf<Path>) =>
    id === null
      ? change(`POST ${path}`, { body })
      : change(`PUT ${path}/{id}`, { params: { id }, body })

  return {
    query: queryOptions({
      queryKey: key,
      queryFn: async ({ signal }) => {
        const reply = (await requestUntyped(`GET ${path}`, { signal })) as ListOf<Path>
        return reply[rows] as EntityOf<Path, Rows>[]
      },
    }),
    save,
    remove: (id: number) => change(`DELETE ${path}/{id}`, { params: { id } }),
    /** Takes all ids of the list, in their new order. */
    sort: sorted ? (ids: number[]) => change(`PUT ${path}`, { body: { ids } }) : undefined,
    setActive:
      formOf &&
      ((entity: EntityOf<Path, Rows>, is_active: boolean) =>
        save(entity.id, { ...formOf(entity), is_active })),
  }
}
