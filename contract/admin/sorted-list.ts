/** The calls for a short list sorted by staff, such as slides, partners and shipping methods. */
import { type TArray, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { STOREFRONT_ROWS_MAX } from '../limits.ts'
import { Id, MessageReply } from '../schema.ts'
import { editOf, staffEndpoint } from './shared.ts'

/**
 * @param name an entry's name in paths, in the singular, such as `shipping-method`.
 * @param rows the reply field that contains the entries.
 * @param options `plural` if it is not `name` plus s; `max`, the maximum number of entries; `stepUp` if adding and
 * editing an entry require a recent sign-in.
 */
export function sortedListCalls<
  const Name extends string,
  Row extends TSchema,
  Fields extends TProperties,
  const Rows extends string,
  const Plural extends string = `${Name}s`,
>(
  name: Name,
  Row: Row,
  Form: TObject<Fields>,
  rows: Rows,
  options: { plural?: Plural; max?: number; stepUp?: true } = {},
) {
  const edits = options.stepUp ? { stepUp: options.stepUp } : {}
  const plural = options.plural ?? (`${name}s` as Plural)
  const many = plural.replace('-', ' ')
  const List = Type.Object({ [rows]: Type.Array(Row) } as Record<Rows, TArray<Row>>)
  const NewOrder = Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: options.max ?? STOREFRONT_ROWS_MAX }),
  })
  return {
    rows,
    list: staffEndpoint(`GET /api/admin/${plural}`, {
      summary: `All ${many} in display order`,
      replies: { 200: List },
    }),
    create: staffEndpoint(`POST /api/admin/${plural}`, {
      ...edits,
      summary: `Add an entry to the end of the ${many}`,
      body: Form,
      replies: { 201: Type.Object({ data: Row }) },
    }),
    edit: staffEndpoint(`PUT /api/admin/${plural}/{id}`, {
      ...edits,
      summary: `Edit one of the ${many}`,
      body: Type.Object({ ...Form.properties, ...editOf }),
      replies: { 200: Type.Object({ data: Row }) },
      errors: ['edited_meanwhile'],
    }),
    order: staffEndpoint(`PUT /api/admin/${plural}`, {
      summary: `Reorder the ${many}`,
      body: NewOrder,
      replies: { 200: List },
    }),
    delete: staffEndpoint(`DELETE /api/admin/${plural}/{id}`, {
      summary: `Delete one of the ${many}`,
      replies: { 200: MessageReply },
    }),
  }
}

export type SortedListCalls<Row extends TSchema, Fields extends TProperties> = ReturnType<
  typeof sortedListCalls<string, Row, Fields, string, string>
>
