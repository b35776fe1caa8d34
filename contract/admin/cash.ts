import { type Static, Type } from 'typebox'
import { IdInput, MessageReply, Nullable, PriceInput } from '../schema.ts'
import { editOf, staffEndpoint, versioned } from './shared.ts'

export const CashSettings = Type.Object(
  {
    is_offered: Type.Boolean({ description: 'whether customers can choose cash on delivery' }),
    max_total: Nullable({
      ...PriceInput,
      exclusiveMinimum: 0,
      description: 'the maximum total of a purchase with cash on delivery; null for no limit',
    }),
  },
  { title: 'CashSettings' },
)
export type CashSettings = Static<typeof CashSettings>

const CashReply = {
  200: Type.Object({ data: Type.Object({ ...CashSettings.properties, ...versioned }) }),
}

export const getCashSettings = staffEndpoint('GET /api/admin/cash-on-delivery', {
  summary: 'The settings for cash on delivery',
  replies: CashReply,
})

export const replaceCashSettings = staffEndpoint('PUT /api/admin/cash-on-delivery', {
  summary: 'Replace the settings for cash on delivery; purchases already placed are not affected',
  body: Type.Object({ ...CashSettings.properties, ...editOf }),
  replies: CashReply,
  errors: ['edited_meanwhile'],
})

export const takeCash = staffEndpoint('POST /api/admin/purchases/{id}/cash', {
  summary:
    "Record a cash payment for a purchase's orders in one parcel, which also marks them as delivered, or for its unsent orders if `parcel` is null or absent",
  body: Type.Object({
    total: Type.Number({
      minimum: 0,
      description: 'the amount collected, which must equal the amount due',
    }),
    parcel: Type.Optional(Nullable(IdInput)),
  }),
  replies: { 200: MessageReply },
  errors: ['conflict'],
})
