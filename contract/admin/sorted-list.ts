/** The calls of a short list that staff keep in an order of their own: slides, partners, delivery ways. */
import { type TSchema, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { STOREFRONT_ROWS_MAX } from '../limits.ts'
import { Id, IdParams, MessageReply } from '../schema.ts'
import { tag } from './shared.ts'

/** All ids of the list in their new order. */
const NewOrder = Type.Object({
  ids: Type.Array(Id, { minItems: 1, maxItems: STOREFRONT_ROWS_MAX }),
})

/** Declares the calls of a list. @param name in the singular; paths add an s */
export function sortedListCalls<
  const Name extends string,
  Row extends TSchema,
  Form extends TSchema,
  List extends TSchema,
>(name: Name, Row: Row, Form: Form, List: List) {
  const common = { tag, access: 'admin' } as const
  const words = name.replace('-', ' ')
  return {
    list: endpoint(`GET /api/admin/${name}s`, {
      ...common,
      summary: `All ${words}s in display order, including hidden ones`,
      replies: { 200: List },
    }),
    create: endpoint(`POST /api/admin/${name}s`, {
      ...common,
      summary: `Add a ${words} at the end`,
      body: Form,
      replies: { 201: Type.Object({ data: Row }) },
    }),
    edit: endpoint(`PUT /api/admin/${name}s/{id}`, {
      ...common,
      summary: `Edit, show or hide a ${words}`,
      params: IdParams,
      body: Form,
      replies: { 200: Type.Object({ data: Row }) },
    }),
    order: endpoint(`PUT /api/admin/${name}s`, {
      ...common,
      summary: `Reorder the ${words}s`,
      body: NewOrder,
      replies: { 200: List },
    }),
    delete: endpoint(`DELETE /api/admin/${name}s/{id}`, {
      ...common,
      summary: `Remove a ${words}`,
      params: IdParams,
      replies: { 200: MessageReply },
    }),
  }
}
