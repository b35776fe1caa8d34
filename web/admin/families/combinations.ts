import type { AdminFamily, AxisValue } from '#contract/admin/families.ts'
import { numberIn } from '#contract/read-decimal.ts'

/** One value per axis, in the order of the axes. */
export type Combination = readonly AxisValue[]

/**
 * All combinations of `values` that no product of the family has yet.
 * @param values the wanted values of each axis
 */
export function missingCombinations(
  { axes, products }: Pick<AdminFamily, 'axes' | 'products'>,
  values: ReadonlyArray<readonly AxisValue[]>,
): Combination[] {
  const known = new Set(
    products.map((product) =>
      product.values
        .map(({ number, is_true, choice }, at) =>
          keyOf({
            attribute: axes[at]?.id ?? 0,
            ...(number !== null && { number }),
            ...(is_true !== null && { is_true }),
            ...(choice && { choice: choice.id }),
          }),
        )
        .join(),
    ),
  )
  const all = values.reduce<AxisValue[][]>(
    (before, some) => before.flatMap((start) => some.map((value) => [...start, value])),
    [[]],
  )
  return all.filter((one) => one.length > 0 && !known.has(one.map(keyOf).join()))
}

/** A key that equal values share. */
export function keyOf({ attribute, number, is_true: isTrue, choice }: AxisValue): string {
  return `${attribute}:${number ?? isTrue ?? choice}`
}

/** The distinct numbers in a typed list such as `128, 256 512`; parts that are not numbers are skipped. */
export function readNumbers(text: string): number[] {
  const numbers = text
    .split(/[\s,،;]+/)
    .filter(Boolean)
    .map(numberIn)
    .filter((number) => Number.isFinite(number))
  return [...new Set(numbers)]
}
