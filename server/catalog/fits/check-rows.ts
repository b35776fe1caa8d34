import { isDeepStrictEqual } from 'node:util'
import type { FitInput } from '#contract/admin.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import { type HeldAttribute, holdAttributes } from '../product-attributes.ts'
import * as store from './fits.store.ts'

/** Ids of the devices that the rows refer to. */
export function idsNamed(rows: readonly FitInput[]): number[] {
  return rows.map(({ device }) => device ?? null).filter((id) => id !== null)
}

/**
 * @throws ShopError `invalid` if a row does not have exactly one of device, family and conditions, repeats another row,
 * refers to something that does not exist, or has conditions that `areRules` rejects.
 */
export async function checkRows(tx: Tx, rows: readonly FitInput[]): Promise<void> {
  const families = rows.map(({ family }) => family ?? null).filter((id) => id !== null)
  const rules = rows.map(({ conditions }) => conditions ?? []).filter((rule) => rule.length > 0)
  const isEachOne = rows.every(({ device, family, conditions }) => {
    return [device, family, conditions?.[0]].filter((one) => one != null).length === 1
  })
  if (!isEachOne || hasRepeats(rows)) throw invalid({ rows: ['error.invalid'] })
  const devices = idsNamed(rows)
  const isKnown =
    (await store.findDevices(tx, devices)).length === devices.length &&
    (await store.holdFamilies(tx, families)).length === families.length &&
    (await areRules(tx, rules))
  if (!isKnown) throw invalid({ rows: ['error.fitMissing'] })
}

type Rule = NonNullable<FitInput['conditions']>

/** Whether each rule's conditions are on distinct attributes of one device category, with values these can have. */
async function areRules(tx: Tx, rules: readonly Rule[]): Promise<boolean> {
  const ids = [...new Set(rules.flat().map(({ attribute }) => attribute))]
  const known = new Map((await holdAttributes(tx, ids)).map((one) => [one.id, one]))
  return rules.every((rule) => {
    const categories = new Set(rule.map(({ attribute }) => known.get(attribute)?.category))
    const isEachOnce = new Set(rule.map(({ attribute }) => attribute)).size === rule.length
    return (
      isEachOnce &&
      categories.size === 1 &&
      rule.every((condition) => asksFor(known.get(condition.attribute), condition))
    )
  })
}

/** Whether the condition requires a value that the attribute can have. */
function asksFor(
  attribute: HeldAttribute | undefined,
  { choice = null, is_true = null, min = null, max = null }: Rule[number],
): boolean {
  if (!attribute || attribute.category === 'Accessories') return false
  const isRange = min !== null || max !== null
  if ([choice !== null, is_true !== null, isRange].filter(Boolean).length !== 1) return false
  switch (attribute.kind) {
    case 'choice':
      return attribute.choices.some(({ id }) => id === choice)
    case 'boolean':
      return is_true !== null
    case 'number':
      return isRange && (min ?? -Infinity) <= (max ?? Infinity)
    default:
      return false
  }
}

function hasRepeats(rows: readonly FitInput[]): boolean {
  return rows.some((row, at) => rows.slice(0, at).some((other) => isDeepStrictEqual(row, other)))
}
