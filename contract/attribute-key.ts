/** The `key` of an attribute among a product's `specs`. */
export function attributeKey(id: number): string {
  return `attribute-${id}`
}
