/** Decides which specifications of the demo's products become attributes, by which lists can be filtered. */
import type { DemoAttribute, DemoProduct } from './demo-catalog.ts'

type Spec = DemoProduct['specs'][number]

/** The product's specification for this attribute; undefined if it has none. */
export function specFor(
  { category, specs }: Pick<DemoProduct, 'category' | 'specs'>,
  attribute: DemoAttribute,
): Spec | undefined {
  if (category !== attribute.category) return undefined
  const spec = specs.find(({ key }) => key === attribute.spec)
  if (!spec || spec.unit !== attribute.unit.en) return undefined
  return attribute.kind === 'choice' || !Number.isNaN(numberOf(spec)) ? spec : undefined
}

/** The value as a number, without thousands separators; NaN if it is not a number. */
export function numberOf({ value }: Spec): number {
  return Number(value.replaceAll(',', ''))
}

export function ownSpecs(
  product: Pick<DemoProduct, 'category' | 'specs'>,
  attributes: readonly DemoAttribute[],
): Spec[] {
  const taken = new Set(attributes.map((attribute) => specFor(product, attribute)))
  return product.specs.filter((spec) => !taken.has(spec))
}
