import { sql } from 'kysely'
import type { Category } from '#contract/locale.ts'
import type { Tx } from '../../platform/db/database.ts'

export async function holdBrand(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select id from brand where id = ${id} for key share`.execute(tx)
  return rows.length === 1
}

export async function holdSubCategory(tx: Tx, id: number, category: Category): Promise<boolean> {
  const { rows } = await sql`
    select id from sub_category
    where id = ${id} and category_id = (select id from category where name = ${category})
    for share`.execute(tx)
  return rows.length === 1
}
