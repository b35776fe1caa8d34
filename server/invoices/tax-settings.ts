import { type Selectable, sql } from 'kysely'
import type { ReplaceTaxBody, TaxSettings, Versioned } from '#contract/admin.ts'
import { findCountry } from '../addresses/address-formats.ts'
import { recordSettings, versioned } from '../audit/audit.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Caller } from '../platform/http/api.ts'
import { tooManyDecimals } from '../platform/http/read-amount.ts'
import { invalid } from '../platform/http/shop-error.ts'
import { inBothLanguages } from '../platform/words/both-languages.ts'
import { checkRate, findSecond, keepOwnCurrency, writeSecond } from './second-currency.ts'

export type TaxBook = ReturnType<typeof createTaxBook>

export function createTaxBook(db: Database) {
  return {
    find: async (): Promise<Versioned<TaxSettings>> => versioned(await find(db.run)),

    /** Does not change issued invoices. @throws ShopError `invalid`, `edited_meanwhile`. */
    replace: (
      caller: Caller,
      { version, second_currency: second, ...settings }: ReplaceTaxBody,
    ): Promise<Versioned<TaxSettings>> => {
      const rates = readRates(settings)
      if (second) checkRate(second)
      return inTransaction(db, async (tx) => {
        const own = await keepOwnCurrency(tx)
        await sql`select from seller for update`.execute(tx)
        const before = await find(tx)
        const after: TaxSettings = {
          ...inBothLanguages(settings, 'name', 'address'),
          rates: rates.map(toRate),
          second_currency: second === undefined ? before.second_currency : second,
        }
        const edit = { entity: 'tax', before, after, version } as const
        await recordSettings(tx, caller, edit, async () => {
          await sql`
            update seller set name = ${after.name}, name_ar = ${after.name_ar},
              address = ${after.address}, address_ar = ${after.address_ar},
              tax_number = ${after.tax_number}, country = ${after.country},
              updated_at = now()`.execute(tx)
          await sql`delete from tax_rate`.execute(tx)
          await sql`
            insert into tax_rate (country, name, name_ar, basis_points)
            select country, name, name_ar, basis_points
            from jsonb_to_recordset(${JSON.stringify(rates)}::text::jsonb)
              as r (country text, name text, name_ar text, basis_points integer)`.execute(tx)
          await writeSecond(tx, after.second_currency, own)
        })
        return versioned(await find(tx))
      })
    },
  }
}

type SellerRow = Omit<Selectable<Tables['seller']>, 'id' | 'updated_at' | 'invoices_since'>
type RateRow = Tables['tax_rate']

async function find(db: Handle): Promise<TaxSettings> {
  const seller = await sql<SellerRow>`
    select name, name_ar, address, address_ar, tax_number, country from seller`.execute(db)
  const rates = await sql<RateRow>`
    select country, name, name_ar, basis_points from tax_rate order by country`.execute(db)
  const [row] = seller.rows
  if (!row) throw new Error('the table seller has no row')
  return {
    ...row,
    rates: rates.rows.map(toRate),
    second_currency: await findSecond(db),
  }
}

const toRate = ({ basis_points, ...rate }: RateRow): TaxSettings['rates'][number] => ({
  ...rate,
  percent: basis_points / 100,
})

/** Checks the seller's country and the rates. @returns the rates, sorted by country. @throws ShopError `invalid`. */
function readRates({ country, rates }: Pick<TaxSettings, 'country' | 'rates'>): RateRow[] {
  if (country !== null && !findCountry(country)) {
    throw invalid({ country: ['error.countryUnknown'] })
  }
  const known = new Set<string>()
  const rows = rates.map(({ percent, ...rate }) => {
    if (!findCountry(rate.country)) throw invalid({ rates: ['error.countryUnknown'] })
    if (known.has(rate.country)) throw invalid({ rates: ['error.taxTwice'] })
    known.add(rate.country)
    return {
      country: rate.country,
      name: storable(rate.name),
      name_ar: storable(rate.name_ar) || storable(rate.name),
      basis_points: basisPointsOf(percent),
    }
  })
  return rows.sort((a, b) => (a.country < b.country ? -1 : 1))
}

/** @throws ShopError `invalid` for more than two decimals. */
function basisPointsOf(percent: number): number {
  const points = Math.round(percent * 100)
  if (points / 100 !== percent) throw invalid({ rates: [tooManyDecimals('rates', 2)] })
  return points
}

/** Replaces lone surrogates, which PostgreSQL's JSON cannot store. */
function storable(text: string): string {
  return text.toWellFormed()
}
