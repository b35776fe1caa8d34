/** What an accessory fits, as edited by staff. */
import { type Static, Type } from 'typebox'
import { attributeFields, NamedGroup } from '../attributes.ts'
import { CategoryName } from '../catalog.ts'
import { FitRow } from '../fits.ts'
import { ATTRIBUTE_NUMBER_MAX, FIT_CONDITIONS_MAX, FITS_MAX } from '../limits.ts'
import { Id, Nullable } from '../schema.ts'
import { EditCount, staffEndpoint } from './shared.ts'

const Amount = Type.Optional(
  Nullable(Type.Number({ minimum: -ATTRIBUTE_NUMBER_MAX, maximum: ATTRIBUTE_NUMBER_MAX })),
)

const FitInput = Type.Object(
  {
    device: Type.Optional(Nullable(Id)),
    family: Type.Optional(Nullable(Id)),
    conditions: Type.Optional(
      Type.Array(
        Type.Object({
          attribute: Id,
          choice: Type.Optional(Nullable(Id)),
          is_true: Type.Optional(Nullable(Type.Boolean())),
          min: Amount,
          max: Amount,
        }),
        { maxItems: FIT_CONDITIONS_MAX },
      ),
    ),
  },
  {
    description:
      'a device, a family, or a rule: one or more conditions, all of which a device must meet',
  },
)
export type FitInput = Static<typeof FitInput>

export const FitsForm = Type.Object({
  version: { ...EditCount, description: 'the version of the product that the edit is based on' },
  fits_only: Type.Boolean({
    description:
      'whether the accessory fits only the devices in `rows`; if false, it may fit other devices as well',
  }),
  rows: Type.Array(FitInput, { maxItems: FITS_MAX }),
})
export type FitsForm = Static<typeof FitsForm>

export const AdminFits = Type.Object(
  {
    product: Type.Object({ ...NamedGroup.properties, category: CategoryName }),
    version: EditCount,
    fits_only: Type.Boolean(),
    rows: Type.Array(FitRow),
  },
  { title: 'AdminFits' },
)
export type AdminFits = Static<typeof AdminFits>

export const FitChoices = Type.Object({
  families: Type.Array(NamedGroup, { description: 'sorted by name, 1000 at most' }),
  attributes: Type.Array(
    Type.Object({
      ...attributeFields,
      category: CategoryName,
      choices: Type.Array(NamedGroup),
    }),
    { description: 'the device attributes that conditions can use' },
  ),
})
export type FitChoices = Static<typeof FitChoices>

export const getFitChoices = staffEndpoint('GET /api/admin/fit-choices', {
  summary: 'The families and device attributes to choose from when entering what an accessory fits',
  replies: { 200: FitChoices },
})

export const getAdminFits = staffEndpoint('GET /api/admin/products/{id}/fits', {
  summary: 'What an accessory fits, as staff entered it',
  replies: { 200: Type.Object({ data: AdminFits }) },
})

export const editFits = staffEndpoint('PUT /api/admin/products/{id}/fits', {
  summary:
    'Replace the list of what an accessory fits; returns a 409 if the product has changed since it was read',
  body: FitsForm,
  replies: { 200: Type.Object({ data: AdminFits }) },
  errors: ['conflict'],
})
