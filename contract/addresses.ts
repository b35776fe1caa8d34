/** A customer's address book, and the address copied to an order. */
import { type Static, Type } from 'typebox'
import { endpointsOf } from './endpoint.ts'
import {
  ADDRESS_FIELD_MAX,
  ADDRESS_LINES_MAX,
  ADDRESS_NOTE_MAX,
  ADDRESSES_MAX,
  PHONE_MAX,
  POSTCODE_MAX,
} from './limits.ts'
import { CODE, Id, LINE, NOT_BLANK, Nullable, names, Timestamp } from './schema.ts'

const endpoint = endpointsOf('Addresses')

export const DeliveryAddress = Type.Object(
  {
    name: Type.String(),
    phone: Type.String({ description: 'in E.164 format' }),
    phone_international: Type.String({
      description: 'the phone number in international format, for display',
    }),
    country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
    region: Nullable(
      Type.String({
        description: "a region code if the shop knows the country's regions, otherwise free text",
      }),
    ),
    city: Nullable(Type.String()),
    lines: Type.Array(Type.String()),
    postcode: Nullable(Type.String()),
    note: Nullable(Type.String({ description: 'a note for the courier' })),
    formatted: Type.Array(Type.String(), {
      description:
        'the address as lines of text, including the name and the country, in the order customary in that country',
    }),
    formatted_ar: Type.Array(Type.String()),
  },
  { title: 'DeliveryAddress' },
)
export type DeliveryAddress = Static<typeof DeliveryAddress>

export const Address = Type.Object(
  {
    id: Id,
    ...DeliveryAddress.properties,
    isDefault: Type.Boolean({
      description: "true for exactly one of a customer's addresses",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Address' },
)
export type Address = Static<typeof Address>

/** A single-line string that must not be blank. */
const text = (maxLength: number, examples?: string[]) =>
  Type.String({
    ...LINE,
    minLength: 1,
    maxLength,
    pattern: NOT_BLANK,
    ...(examples && { examples }),
  })

/** A field that may be absent, null or empty unless the country requires it. */
const perhaps = (maxLength: number, options: Type.TStringOptions & { description: string }) =>
  Type.Optional(Nullable(Type.String({ ...LINE, maxLength, ...options })))

const Country = Type.String({
  ...CODE,
  minLength: 1,
  maxLength: 2,
  description:
    'ISO 3166-1 alpha-2; one of the codes that `GET /api/user/addresses/countries` returns',
  examples: ['AE'],
})

/** The fields of an address as people enter it. */
export const addressFields = {
  name: text(ADDRESS_FIELD_MAX),
  phone: Type.String({
    ...CODE,
    minLength: 1,
    maxLength: PHONE_MAX,
    description: "as dialed in the address's country, or with a plus sign and the country code",
    examples: ['050 123 4567'],
  }),
  country: Country,
  region: perhaps(ADDRESS_FIELD_MAX, {
    description:
      "a region code if the country's address format lists regions, otherwise free text; ignored if the country's addresses have no region",
    examples: ['DU'],
  }),
  city: perhaps(ADDRESS_FIELD_MAX, {
    description: "ignored if the country's addresses have no city",
  }),
  lines: Type.Array(text(ADDRESS_FIELD_MAX), { minItems: 1, maxItems: ADDRESS_LINES_MAX }),
  postcode: perhaps(POSTCODE_MAX, {
    ...CODE,
    description: "ignored if the country's addresses have no postcode",
  }),
  note: perhaps(ADDRESS_NOTE_MAX, { description: 'a note for the courier' }),
}

export const AddressBody = Type.Object({
  ...addressFields,
  isDefault: Type.Optional(
    Type.Boolean({
      description:
        'whether to make this the default address; the first address always becomes the default',
    }),
  ),
})
export type AddressBody = Static<typeof AddressBody>

export const listAddresses = endpoint('GET /api/user/addresses', {
  summary: 'Your addresses: the default first, then the others, newest first',
  access: 'customer',
  replies: { 200: Type.Object({ data: Type.Array(Address) }) },
})

export const addAddress = endpoint('POST /api/user/addresses', {
  summary: `Add an address (${ADDRESSES_MAX} at most); the required fields depend on its country`,
  access: 'customer',
  body: AddressBody,
  replies: { 201: Type.Object({ data: Address }) },
  errors: ['conflict'],
})

export const replaceAddress = endpoint('PUT /api/user/addresses/{id}', {
  summary: 'Replace one of your addresses; orders keep their copies',
  access: 'customer',
  body: AddressBody,
  replies: { 200: Type.Object({ data: Address }) },
})

export const makeDefaultAddress = endpoint('POST /api/user/addresses/{id}/default', {
  summary: 'Make one of your addresses the default without changing anything else',
  access: 'customer',
  replies: { 200: Type.Object({ data: Address }) },
})

export const deleteAddress = endpoint('DELETE /api/user/addresses/{id}', {
  summary:
    'Delete one of your addresses; if it was the default, your newest remaining address becomes the default',
  access: 'customer',
  replies: { 200: Type.Object({ message: Type.String(), data: Id }) },
})

export const listCountries = endpoint('GET /api/user/addresses/countries', {
  summary: 'The country codes accepted in addresses',
  access: 'customer',
  replies: {
    200: Type.Object({
      data: Type.Array(Type.String()),
      home: Nullable(
        Type.String({
          description:
            "the country to suggest: the seller's country if the shop delivers there, otherwise the only country that the shop delivers to, otherwise the only country with a tax rate; null if none of these exists",
        }),
      ),
    }),
  },
})

/** The parts of an address that vary by country; every address has a name and a phone number. */
export const ADDRESS_PARTS = ['lines', 'city', 'region', 'postcode'] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]

/** What a country calls its regions; `province` if unknown. */
export const REGION_KINDS = [
  'area',
  'county',
  'department',
  'district',
  'do_si',
  'emirate',
  'island',
  'oblast',
  'parish',
  'prefecture',
  'province',
  'state',
] as const

export const POSTCODE_KINDS = ['eircode', 'pin', 'postal', 'zip'] as const

export const AddressFormat = Type.Object(
  {
    country: Type.String(),
    fields: Type.Array(Type.Object({ name: Type.Enum(ADDRESS_PARTS), required: Type.Boolean() }), {
      description: 'in the order customary in the country',
    }),
    regions: Type.Array(Type.Object({ code: Type.String(), ...names }), {
      description: 'the regions to choose from; empty if the region is free text',
    }),
    regionKind: Type.Enum(REGION_KINDS),
    postcodeKind: Type.Enum(POSTCODE_KINDS),
    postcodeExample: Nullable(Type.String()),
  },
  { title: 'AddressFormat' },
)
export type AddressFormat = Static<typeof AddressFormat>

export const getAddressFormat = endpoint('GET /api/user/addresses/format', {
  summary: "The fields of a country's addresses, in the order customary there",
  access: 'customer',
  query: Type.Object({ country: Country }),
  replies: { 200: Type.Object({ data: AddressFormat }) },
  errors: ['not_found'],
})
