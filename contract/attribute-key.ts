/** The key of an attribute among the specifications of a product. */
export function attributeKey(id: number): string {
  return `attribute-${id}`
}
