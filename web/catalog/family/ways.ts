/** Determines which product each option value in a family leads to. Pure functions. */
import type { AttributeValue } from '#contract/attributes.ts'
import type { ProductFamily } from '#contract/catalog.ts'

type Axis = ProductFamily['axes'][number]
type Member = ProductFamily['products'][number]

export interface Way {
  value: AttributeValue
  to: Member
  isHere: boolean
  /**
   * Whether other axes change, too, because no product combines this value with the current values of all other axes.
   */
  changesOthers: boolean
}

/** For each axis, its values and the product that each leads to. Numbers ascend; choices are in the products' order. */
export function waysFrom(
  { axes, products }: ProductFamily,
  here: Member,
): Array<{ axis: Axis; ways: Way[] }> {
  return axes.map((axis, at) => {
    const byValue = Map.groupBy(products, ({ values }) => keyOf(values[at]))
    const ways = [...byValue.values()].map((some): Way => {
      const to = some.reduce((best, one) => (isNearer(one, best, here, at) ? one : best))
      const isHere = keyOf(to.values[at]) === keyOf(here.values[at])
      return {
        value: to.values[at] as AttributeValue,
        to: isHere ? here : to,
        isHere,
        changesOthers: !isHere && sharedValues(to, here, at) < axes.length - 1,
      }
    })
    return { axis, ways: ways.sort((one, other) => order(one.value) - order(other.value)) }
  })
}

/**
 * A value's sort key: numbers ascend, and no comes before yes. All choices have the same key, so they are not sorted.
 */
function order({ number, is_true: isTrue }: AttributeValue): number {
  return number ?? Number(isTrue ?? 0)
}

/**
 * Whether `one` is nearer to `here` than `other` is: it shares more values on the other axes or, if tied, only it is in
 * stock or, if still tied, it is cheaper.
 */
function isNearer(one: Member, other: Member, here: Member, at: number): boolean {
  const shared = sharedValues(one, here, at) - sharedValues(other, here, at)
  if (shared !== 0) return shared > 0
  const stock = Number(one.quantity > 0) - Number(other.quantity > 0)
  return stock === 0 ? one.price < other.price : stock > 0
}

function sharedValues(one: Member, other: Member, but: number): number {
  return one.values.filter((value, at) => at !== but && keyOf(value) === keyOf(other.values[at]))
    .length
}

function keyOf(value: AttributeValue | undefined): string {
  return JSON.stringify([value?.number, value?.is_true, value?.choice?.id])
}
