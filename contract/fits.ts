/** Which devices accessories fit, and which devices customers have. */
import { type Static, Type } from 'typebox'
import { attributeFields, NamedGroup } from './attributes.ts'
import { CategoryName, Product } from './catalog.ts'
import { endpointsOf } from './endpoint.ts'
import { DEVICES_MAX, FITTING_MAX } from './limits.ts'
import { Id, MessageReply, NotModified, Nullable, named, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Fits')

/** A condition of a rule: the value that its attribute must have. The fields for other kinds of attributes are null. */
export const FitCondition = Type.Object(
  {
    attribute: Type.Object(attributeFields),
    choice: Nullable(NamedGroup),
    is_true: Nullable(Type.Boolean()),
    min: Nullable(Type.Number({ description: 'inclusive; null if there is no lower bound' })),
    max: Nullable(Type.Number({ description: 'inclusive; null if there is no upper bound' })),
  },
  { title: 'FitCondition' },
)
export type FitCondition = Static<typeof FitCondition>

/** What an accessory fits: a device, a family, or all devices that meet every condition. */
export const FitRow = Type.Object(
  {
    device: Nullable(NamedGroup),
    family: Nullable(NamedGroup),
    conditions: Type.Array(FitCondition, {
      description:
        'the conditions of a rule; if none is left, for example because its attribute was deleted, the rule matches nothing',
    }),
  },
  { title: 'FitRow' },
)
export type FitRow = Static<typeof FitRow>

const ids = (max: number, of: string) =>
  Type.String({
    pattern: `^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,${max - 1}}$`,
    description: `up to ${max} ids of ${of}, separated by commas`,
  })

export const Fit = Type.Object(
  { product: Id, device: Id, fits: Type.Boolean() },
  { title: 'Fit', description: 'whether the accessory `product` fits `device`' },
)
export type Fit = Static<typeof Fit>

export const checkFits = endpoint('GET /api/products/fits', {
  summary: 'Whether accessories fit devices; pairs missing from the reply are unknown',
  access: 'public',
  query: Type.Object({ devices: ids(2 * DEVICES_MAX, 'devices'), ids: ids(100, 'accessories') }),
  replies: { 200: Type.Object({ data: Type.Array(Fit) }) },
})

export const getFits = endpoint('GET /api/products/{id}/fits', {
  summary: 'What an accessory fits, or the accessories that fit a device',
  access: 'public',
  replies: {
    200: Type.Object({
      rows: Type.Array(FitRow, { description: 'what the accessory fits; empty for a device' }),
      fits_only: Type.Boolean({
        description:
          'whether the accessory fits only the devices in `rows`; if false, it may fit other devices as well',
      }),
      accessories: Type.Array(Product, {
        maxItems: FITTING_MAX,
        description:
          'the top accessories that fit the device, one product per family: first those for which staff entered the device or its family, then by sales; empty for an accessory',
      }),
      total: Type.Integer({
        minimum: 0,
        description:
          'the total number of accessories that fit the device; each family (variant group) counts as one',
      }),
    }),
    304: NotModified,
  },
})

export const Device = Type.Object(
  {
    ...named,
    category: CategoryName,
    profileImage: Nullable(Type.String()),
    named: Type.Boolean({ description: 'whether the customer added the device' }),
    bought: Type.Boolean({
      description:
        'whether the customer bought the device: an order for it was paid or sent, and not canceled',
    }),
    is_sold: Type.Boolean({ description: 'whether the shop still shows the device' }),
  },
  { title: 'Device' },
)
export type Device = Static<typeof Device>

export const SaidOfDevice = Type.Object({
  id: Id,
  name: Type.String(),
  is_mine: Type.Boolean({
    description:
      'whether you added the device; false if you bought the device but removed it from your devices',
  }),
  at: Timestamp,
})
export type SaidOfDevice = Static<typeof SaidOfDevice>

export const listDevices = endpoint('GET /api/user/devices', {
  summary: `Your devices, at most ${2 * DEVICES_MAX}: those you added, latest first, followed by those you bought`,
  access: 'customer',
  replies: { 200: Type.Object({ data: Type.Array(Device) }) },
})

export const addDevice = endpoint('POST /api/user/devices', {
  summary: `Add a product to your devices (${DEVICES_MAX} at most)`,
  access: 'customer',
  body: Type.Object({ device: Id }),
  replies: { 200: MessageReply },
  errors: ['not_found', 'conflict'],
})

export const removeDevice = endpoint('DELETE /api/user/devices/{id}', {
  summary: 'Remove a device from your devices, even if you bought it here',
  access: 'customer',
  replies: { 200: MessageReply },
})
