import { type Static, Type } from 'typebox'
import { LINK_MAX, PARCEL_ORDERS_MAX, PARCEL_TEXT_MAX, SLIPS_MAX } from '../limits.ts'
import { SLIP_STAGES } from '../order-moves.ts'
import { Parcel } from '../orders.ts'
import { CODE, IdInput, LINE, Nullable, Price, Timestamp } from '../schema.ts'
import { AdminOrder } from './orders.ts'
import { staffEndpoint } from './shared.ts'

const text = (reads: typeof CODE | typeof LINE, description: string) =>
  Type.Optional(Nullable(Type.String({ ...reads, maxLength: PARCEL_TEXT_MAX, description })))

/** The carrier and the tracking data; blank fields are treated as missing. */
export const ParcelBody = Type.Object({
  carrier: text(LINE, 'the name of the carrier'),
  tracking_number: text(CODE, "the carrier's tracking number for the parcel"),
  tracking_url: Type.Optional(
    Nullable(
      Type.String({
        ...CODE,
        maxLength: LINK_MAX,
        pattern: '^(\\s*|https://\\S+)$',
        description: "the carrier's tracking page for the parcel",
        examples: ['https://carrier.example/track/1234'],
      }),
    ),
  ),
})
export type ParcelBody = Static<typeof ParcelBody>

const contents = {
  orders: Type.Array(AdminOrder, {
    description: 'orders from one customer to one address, oldest first',
  }),
  collect: { ...Price, description: 'the cash to collect on delivery' },
  notes: Type.Array(Type.String(), {
    description: "the customer's notes, at most one per purchase",
  }),
}

export const AdminParcel = Type.Object(
  { ...Parcel.properties, sent_at: Timestamp, ...contents },
  { title: 'AdminParcel' },
)
export type AdminParcel = Static<typeof AdminParcel>

const ParcelReply = Type.Object({ data: AdminParcel })

export const sendParcel = staffEndpoint('POST /api/admin/parcels', {
  summary:
    'Send orders from one customer to one address in a single parcel, all or none. Each order must be paid, or confirmed with cash on delivery',
  body: Type.Object({
    orders: Type.Array(IdInput, { minItems: 1, maxItems: PARCEL_ORDERS_MAX }),
    ...ParcelBody.properties,
  }),
  replies: { 201: ParcelReply },
  errors: ['not_found', 'conflict'],
})

export const getParcel = staffEndpoint('GET /api/admin/parcels/{id}', {
  summary: 'One parcel with its orders, as printed on its packing slip',
  replies: { 200: ParcelReply },
})

export const replaceParcel = staffEndpoint('PUT /api/admin/parcels/{id}', {
  summary: 'Replace the carrier and the tracking data of a parcel',
  body: ParcelBody,
  replies: { 200: ParcelReply },
})

export const PackingSlip = Type.Object(
  {
    parcel: Nullable(Parcel),
    sent_at: Nullable(Timestamp),
    ...contents,
  },
  { title: 'PackingSlip' },
)
export type PackingSlip = Static<typeof PackingSlip>

export const listPackingSlips = staffEndpoint('GET /api/admin/packing-slips', {
  summary: `Packing slips, at most ${SLIPS_MAX}: for orders to be sent (\`unsent\`), one slip per customer and address, longest waiting first; for parcels in transit (\`sent\`), newest first`,
  query: Type.Object({
    state: Type.Enum(SLIP_STAGES),
    order: Type.Optional({ ...IdInput, description: 'only the slip that lists this order' }),
  }),
  replies: {
    200: Type.Object({
      slips: Type.Array(PackingSlip),
      hasMore: Type.Boolean({ description: 'whether there are more slips' }),
    }),
  },
})
