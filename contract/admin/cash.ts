/** Cash on delivery, as staff handle it. */
import { type Static, Type } from 'typebox'
import { IdInput, MessageReply, Nullable, PriceInput } from '../schema.ts'
import { editOf, staffEndpoint, versioned } from './shared.ts'

export const CashSettings = Type.Object(
  {
    is_offered: Type.Boolean({ description: 'customers can choose cash on delivery' }),
    max_total: Nullable({
      ...PriceInput,
      exclusiveMinimum: 0,
      description: 'the largest total of a purchase; null if there is no limit',
    }),
  },
  { title: 'CashSettings' },
)
export type CashSettings = Static<typeof CashSettings>

const CashReply = {
  200: Type.Object({ data: Type.Object({ ...CashSettings.properties, ...versioned }) }),
}

export const getCashSettings = staffEndpoint('GET /api/admin/cash-on-delivery', {
  summary: 'Whether customers can pay in cash on delivery',
  replies: CashReply,
})

export const replaceCashSettings = staffEndpoint('PUT /api/admin/cash-on-delivery', {
  summary: 'Switch cash on delivery on or off; purchases already placed are not affected',
  body: Type.Object({ ...CashSettings.properties, ...editOf }),
  replies: CashReply,
  errors: ['edited_meanwhile'],
})

export const takeCash = staffEndpoint('POST /api/admin/purchases/{id}/cash', {
  summary: 'Record the cash payment for one parcel of a purchase, or for its unsent orders',
  body: Type.Object({
    total: Type.Number({
      minimum: 0,
      description: 'the amount collected; refused unless it is the amount due',
    }),
    parcel: Type.Optional(Nullable(IdInput)),
  }),
  replies: { 200: MessageReply },
  errors: ['conflict'],
})
