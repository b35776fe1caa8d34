import { sql } from 'kysely'
import type {
  AdminBrand,
  AdminSubCategory,
  BrandForm,
  SubCategoryForm,
  Unversioned,
} from '#contract/admin.ts'
import type { Handle, Tx } from '../../platform/db/database.ts'
import { nextPosition } from '../../sorted-lists/sorted-rows.ts'

/** All brands, in display order. */
export async function findBrands(db: Handle): Promise<Unversioned<AdminBrand>[]> {
  const { rows } = await sql<Unversioned<AdminBrand>>`
    select b.id, b.name, b.name_ar, b.logo, b.position,
      (select count(*) from product where brand_id = b.id) as products
    from brand b order by b.position, b.id`.execute(db)
  return rows
}

export async function insertBrand(tx: Tx, form: BrandForm): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into brand (name, name_ar, logo, position)
    values (${form.name}, ${form.name_ar}, ${form.logo}, ${nextPosition('brand')})
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** @returns the ids of the brand's products. */
export async function updateBrand(tx: Tx, id: number, form: BrandForm): Promise<number[]> {
  await sql`
    update brand set name = ${form.name}, name_ar = ${form.name_ar}, logo = ${form.logo},
      updated_at = now()
    where id = ${id}`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from product where brand_id = ${id} order by id`.execute(tx)
  return rows.map((row) => row.id)
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

export async function insertSubCategory(tx: Tx, form: SubCategoryForm): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into sub_category (category_id, name, name_ar, position)
    select id, ${form.name}, ${form.name_ar}, ${nextPosition('sub_category')}
    from category where name = ${form.category} returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** @returns the ids of the subcategory's products. */
export async function updateSubCategory(
  tx: Tx,
  id: number,
  form: SubCategoryForm,
): Promise<number[]> {
  await sql`
    update sub_category set name = ${form.name}, name_ar = ${form.name_ar}, updated_at = now(),
      category_id = (select id from category where name = ${form.category})
    where id = ${id}`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from product where sub_category_id = ${id} order by id`.execute(tx)
  return rows.map((row) => row.id)
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
