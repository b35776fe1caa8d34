import { type Static, Type } from 'typebox'
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_VALUE_MAX } from './limits.ts'
import { Id, LINE, Nullable, named } from './schema.ts'

export const ATTRIBUTE_KINDS = ['number', 'boolean', 'choice', 'text'] as const
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number]

/** A brand, a subcategory, or another entity displayed by name. */
export const NamedGroup = Type.Object(
  {
    id: Id,
    name: Type.String(),
    name_ar: Type.String({ description: 'empty if `name` is used for both languages' }),
  },
  { title: 'NamedGroup' },
)
export type NamedGroup = Static<typeof NamedGroup>

export const AttributeChoice = Type.Object(
  {
    ...named,
    swatch: Nullable(
      Type.String({ description: 'a color such as `#1f3a5f`; null if the choice is not a color' }),
    ),
  },
  { title: 'AttributeChoice' },
)
export type AttributeChoice = Static<typeof AttributeChoice>

export const attributeFields = {
  ...named,
  kind: Type.Enum(ATTRIBUTE_KINDS),
  unit: Type.String({ description: 'the unit of a `number` attribute; may be empty' }),
  unit_ar: Type.String(),
}

const valueFields = {
  number: Nullable(Type.Number()),
  is_true: Nullable(Type.Boolean()),
  choice: Nullable(AttributeChoice),
}

/** A value for one axis of a family: the field for the attribute's kind is set, the others are null. */
export const AttributeValue = Type.Object(valueFields, { title: 'AttributeValue' })
export type AttributeValue = Static<typeof AttributeValue>

/** A product's value for an attribute: the fields for the attribute's kind are set, the others are null. */
export const ProductAttribute = Type.Object(
  {
    ...attributeFields,
    is_compared: Type.Boolean(),
    ...valueFields,
    text: Nullable(Type.String()),
    text_ar: Nullable(Type.String()),
  },
  { title: 'ProductAttribute' },
)
export type ProductAttribute = Static<typeof ProductAttribute>

/** A value for a product, entered by staff. The field that matches the attribute's kind is required. */
export const AttributeValueInput = Type.Object({
  attribute: Id,
  number: Type.Optional(
    Type.Number({ minimum: -ATTRIBUTE_NUMBER_MAX, maximum: ATTRIBUTE_NUMBER_MAX }),
  ),
  is_true: Type.Optional(Type.Boolean()),
  choice: Type.Optional(Id),
  text: Type.Optional(Type.String({ ...LINE, minLength: 1, maxLength: ATTRIBUTE_VALUE_MAX })),
  text_ar: Type.Optional(Type.String({ ...LINE, minLength: 1, maxLength: ATTRIBUTE_VALUE_MAX })),
})
export type AttributeValueInput = Static<typeof AttributeValueInput>
