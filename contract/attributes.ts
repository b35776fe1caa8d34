/** Product attributes and their values. */
import { type Static, Type } from 'typebox'
import { ATTRIBUTE_NUMBER_MAX, ATTRIBUTE_VALUE_MAX } from './limits.ts'
import { Id, LINE, Nullable } from './schema.ts'

export const ATTRIBUTE_KINDS = ['number', 'boolean', 'choice', 'text'] as const
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number]

/** A product's brand or subcategory. */
export const NamedGroup = Type.Object(
  {
    id: Id,
    name: Type.String(),
    name_ar: Type.String({ description: 'empty when `name` serves both languages' }),
  },
  { title: 'NamedGroup' },
)
export type NamedGroup = Static<typeof NamedGroup>

export const AttributeChoice = Type.Object(
  {
    id: Id,
    name: Type.String(),
    name_ar: Type.String(),
    swatch: Nullable(Type.String({ description: 'the hex code of a color: #1f3a5f' })),
  },
  { title: 'AttributeChoice' },
)
export type AttributeChoice = Static<typeof AttributeChoice>

/** The definition of an attribute, without its values. */
export const attributeFields = {
  id: Id,
  name: Type.String(),
  name_ar: Type.String(),
  kind: Type.Enum(ATTRIBUTE_KINDS),
  unit: Type.String({ description: 'the unit of a number; empty if it has none' }),
  unit_ar: Type.String(),
}

const valueFields = {
  number: Nullable(Type.Number()),
  is_true: Nullable(Type.Boolean()),
  choice: Nullable(AttributeChoice),
}

/** The value of an option: the field for its attribute's kind is set, the others are null. */
export const AttributeValue = Type.Object(valueFields, { title: 'AttributeValue' })
export type AttributeValue = Static<typeof AttributeValue>

/** A product's value for an attribute: the field for its kind is set, the others are null. */
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

/** A value that staff enter for a product: one of the four fields, by the attribute's kind. */
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
