import { toCents } from '#contract/money.ts'

/** Converts a product's fields from the API's names and formats to those of the audit log. */
export function audited(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => auditedField(name, value)),
  )
}

function auditedField(name: string, value: unknown): [string, unknown] {
  if (name === 'price') return ['price_cents', toCents(Number(value))]
  if (name === 'compare_at_price') {
    return ['compare_at_cents', value === null ? null : toCents(Number(value))]
  }
  return [name === 'brand' || name === 'sub_category' ? `${name}_id` : name, value]
}
