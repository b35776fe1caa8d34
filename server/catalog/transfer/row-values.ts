import type { EditableProduct, ProductValues } from '../manage/product-form.ts'
import type { ReadRow } from './read-row.ts'

/**
 * The values of a product after a row is applied. Values of attributes without a column stay.
 * @returns null if the row has pictures that are not stored yet.
 */
export function valuesFor(
  { values, attributes, pictures }: ReadRow,
  before: Pick<EditableProduct, 'attributes'>,
): ProductValues | null {
  const stored = pictures?.flatMap(({ key, alt, alt_ar }) => (key ? [{ key, alt, alt_ar }] : []))
  if (stored && stored.length < (pictures?.length ?? 0)) return null
  const kept = before.attributes.filter(({ attribute }) => !attributes?.named.includes(attribute))
  return {
    ...values,
    pictures: stored,
    attributes:
      attributes && [...kept, ...attributes.values].sort((a, b) => a.attribute - b.attribute),
  }
}
