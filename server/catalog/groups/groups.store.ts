import { sql } from 'kysely'
import type { AdminBrand, AdminSubCategory, Unversioned } from '#contract/admin.ts'
import type { Handle, Tx } from '../../platform/db/database.ts'

/** All brands, in display order. */
export async function findBrands(db: Handle): Promise<Unversioned<AdminBrand>[]> {
  const { rows } = await sql<Unversioned<AdminBrand>>`
    select b.id, b.name, b.name_ar, b.logo, b.position,
      (select count(*) from product where brand_id = b.id) as products
    from brand b order by b.position, b.id`.execute(db)
  return rows
}

/** All subcategories, in display order. */
export async function findSubCategories(db: Handle): Promise<Unversioned<AdminSubCategory>[]> {
  const { rows } = await sql<Unversioned<AdminSubCategory>>`
    select s.id, c.name as category, s.name, s.name_ar, s.position,
      (select count(*) from product where sub_category_id = s.id) as products
    from sub_category s join category c on c.id = s.category_id
    order by s.position, s.id`.execute(db)
  return rows
}

/** Updates the search rows of the products of a brand or subcategory. @returns the products' ids. */
export async function renewProductsOf(
  tx: Tx,
  column: 'brand_id' | 'sub_category_id',
  id: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product where ${sql.ref(column)} = ${id} order by id`.execute(tx)
  const products = rows.map((row) => row.id)
  await renewSearch(tx, products)
  return products
}

/** URLs of all brands' logos. */
export async function findLogos(db: Handle): Promise<string[]> {
  const { rows } = await sql<{ logo: string }>`
    select distinct logo from brand where logo is not null`.execute(db)
  return rows.map(({ logo }) => logo)
}

/** Updates the products' search rows; call after changing a name that they are found by. */
export async function renewSearch(tx: Tx, products: readonly number[]): Promise<void> {
  await sql`select renew_search_rows(${[...products]}::bigint[])`.execute(tx)
}
