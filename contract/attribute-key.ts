/** The key of an attribute in a product's specifications. */
export function attributeKey(id: number): string {
  return `attribute-${id}`
}
