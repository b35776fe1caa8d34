import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#web/api/query-client.ts'

interface EditableListOptions<Entity, Form> {
  /** Its query's key. */
  key: readonly string[]
  /** The key of what the shop's pages show of it. */
  shown: readonly string[]
  load(signal: AbortSignal): Promise<Entity[]>
  create(sent: { body: Form }): Promise<unknown>
  edit(sent: { params: { id: string }; body: Form }): Promise<unknown>
  /** Absent for a list whose order is not the staff's. */
  order?(sent: { body: { ids: number[] } }): Promise<unknown>
  remove(sent: { params: { id: string } }): Promise<unknown>
  /** Reduces an entry to the fields that the server accepts; absent where nothing is switched off. */
  formOf?(entity: Entity): Form
}

/**
 * A list that staff keep: how it is read and changed. A change reloads it, and what the shop's pages
 * show of it.
 */
export function editableList<Entity extends { id: number }, Form>({
  key,
  shown,
  load,
  create,
  edit,
  order,
  remove,
  formOf,
}: EditableListOptions<Entity, Form>) {
  async function changed(change: Promise<unknown>): Promise<void> {
    await change
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
      queryClient.invalidateQueries({ queryKey: shown }),
    ])
  }
  /** Changes the one with the id; adds one without. */
  const save = (id: number | null, body: Form) =>
    changed(id === null ? create({ body }) : edit({ params: { id: String(id) }, body }))

  return {
    query: queryOptions({ queryKey: key, queryFn: ({ signal }) => load(signal) }),
    save,
    remove: (id: number) => changed(remove({ params: { id: String(id) } })),
    /** Takes all ids of the list, in their new order. */
    sort: order && ((ids: number[]) => changed(order({ body: { ids } }))),
    setActive:
      formOf &&
      ((entity: Entity, is_active: boolean) => save(entity.id, { ...formOf(entity), is_active })),
  }
}
