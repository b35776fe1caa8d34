import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { SortedListCalls, Unversioned } from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import type { SortedRows } from './sorted-rows.ts'

/** @param name the English word for a row in the response to a deletion, such as `Brand`. */
export function sortedRowsRoutes<Row extends TSchema, Fields extends TProperties>(
  api: Api,
  name: string,
  calls: SortedListCalls<Row, Fields>,
  rows: SortedRows<
    Unversioned<Static<Row>> & { id: number },
    Static<TObject<Fields>> & Record<string, unknown>
  >,
): void {
  // The compiler cannot infer here that rows and forms match the schemas.
  const listed = (all: unknown) => ({ [calls.rows]: all }) as never
  const single = (data: unknown) => ({ data }) as never
  api.route(calls.list, async () => listed(await rows.all()))
  api.route(calls.create, async ({ caller, body }) =>
    single(await rows.create(caller, body as never)),
  )
  api.route(calls.edit, async ({ caller, params, body }) =>
    single(await rows.edit(caller, params.id, body as never)),
  )
  api.route(calls.order, async ({ caller, body }) => listed(await rows.order(caller, body.ids)))
  api.route(calls.delete, async ({ caller, params }) => {
    await rows.remove(caller, params.id)
    return { message: `${name} deleted.` }
  })
}
