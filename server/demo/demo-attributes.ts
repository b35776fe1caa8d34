/** Which specifications of the demo's products are attributes, by which they can be filtered. */
import type { DemoAttribute, DemoProduct } from './demo-catalog.ts'

type Spec = DemoProduct['specs'][number]

/** The specification of the product that is this attribute; undefined when it has none. */
export function specFor(
  { category, specs }: Pick<DemoProduct, 'category' | 'specs'>,
  attribute: DemoAttribute,
): Spec | undefined {
  if (category !== attribute.category) return undefined
  const spec = specs.find(({ key }) => key === attribute.spec)
  if (!spec || spec.unit !== attribute.unit.en) return undefined
  return attribute.kind === 'choice' || !Number.isNaN(numberOf(spec)) ? spec : undefined
}

/** `5,000` is 5000. */
export function numberOf({ value }: Spec): number {
  return Number(value.replaceAll(',', ''))
}

/** What is left of the specifications besides attributes. */
export function ownSpecs(
  product: Pick<DemoProduct, 'category' | 'specs'>,
  attributes: readonly DemoAttribute[],
): Spec[] {
  const taken = new Set(attributes.map((attribute) => specFor(product, attribute)))
  return product.specs.filter((spec) => !taken.has(spec))
}
