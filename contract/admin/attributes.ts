import { type Static, Type } from 'typebox'
import { ATTRIBUTE_KINDS, AttributeChoice } from '../attributes.ts'
import { CategoryName } from '../catalog.ts'
import { ATTRIBUTE_CHOICES_MAX, ATTRIBUTES_MAX, GROUP_NAME_MAX, UNIT_MAX } from '../limits.ts'
import { Count, Id, LINE, Nullable } from '../schema.ts'
import { namesOf, versioned } from './shared.ts'
import { sortedListCalls } from './sorted-list.ts'

const Unit = Type.String({
  ...LINE,
  maxLength: UNIT_MAX,
  description: 'the unit of a `number` attribute; may be empty',
})

const attributeFields = {
  category: CategoryName,
  ...namesOf(GROUP_NAME_MAX),
  kind: Type.Enum(ATTRIBUTE_KINDS),
  unit: Unit,
  unit_ar: Unit,
  is_filter: Type.Boolean(),
  is_compared: Type.Boolean(),
}

export const AttributeForm = Type.Object({
  ...attributeFields,
  choices: Type.Array(
    Type.Object({
      id: Type.Optional(Id),
      ...namesOf(GROUP_NAME_MAX),
      swatch: Nullable(Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#1f3a5f'] })),
    }),
    {
      maxItems: ATTRIBUTE_CHOICES_MAX,
      description:
        'the choices of a `choice` attribute, in display order; choices without an id are added, and omitted choices are removed',
    },
  ),
  factor: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e9,
      description:
        'the factor to multiply existing numbers by when `unit` changes; 1 if only its spelling changes',
    }),
  ),
})
export type AttributeForm = Static<typeof AttributeForm>

export const AdminAttribute = Type.Object(
  {
    id: Id,
    ...attributeFields,
    choices: Type.Array(
      Type.Object({
        ...AttributeChoice.properties,
        products: Type.Integer({ minimum: 0, description: 'number of products with this choice' }),
      }),
    ),
    position: Count,
    ...versioned,
    products: Type.Integer({
      minimum: 0,
      description: 'number of products with a value for the attribute',
    }),
  },
  { title: 'AdminAttribute' },
)
export type AdminAttribute = Static<typeof AdminAttribute>

export const ATTRIBUTE_CALLS = sortedListCalls(
  'attribute',
  AdminAttribute,
  AttributeForm,
  'attributes',
  { max: ATTRIBUTES_MAX },
)
