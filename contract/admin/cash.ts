/** Cash on delivery, as staff handle it. */
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { IdParams } from '../schema.ts'
import { tag } from './shared.ts'

export const takeCash = endpoint('POST /api/admin/purchases/{id}/cash', {
  summary: 'Take the money of all confirmed orders of a cash purchase, and of its delivery',
  tag,
  access: 'admin',
  params: IdParams,
  body: Type.Object({
    total: Type.Number({ minimum: 0, description: 'what was collected; refused for another sum' }),
  }),
  replies: { 200: Type.Object({ message: Type.String() }) },
  refusals: ['conflict'],
})
