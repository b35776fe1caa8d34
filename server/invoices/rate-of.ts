/** A country's tax rate, for the SQL statements of other features. */
import { type RawBuilder, sql } from 'kysely'

export interface TaxRate {
  name: string
  name_ar: string
  /** Hundredths of a percent. */
  basis_points: number
}

/**
 * SQL expression: the rate that an invoice would use, as JSON; null if none is set.
 * @param country the delivery country; null for the seller's country.
 */
export function rateOf(country: RawBuilder<unknown>): RawBuilder<TaxRate | null> {
  return sql`(
    select jsonb_build_object('name', rate.name, 'name_ar', rate.name_ar,
      'basis_points', basis_points)
    from seller join tax_rate rate on rate.country = coalesce(${country}, seller.country)
  )`
}
