import { sql } from 'kysely'
import type { AttributeKind } from '#contract/attributes.ts'
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

export interface HeldAttribute {
  id: number
  kind: AttributeKind
  name: string
  choices: number[]
}

/**
 * Locks attributes: their kinds and choices stay until the transaction ends.
 * @returns those that belong to the category.
 */
export async function holdAttributes(
  tx: Tx,
  ids: readonly number[],
  category: Category,
): Promise<HeldAttribute[]> {
  await sql`
    select id from attribute where id = any(${[...ids]}::bigint[]) order by id for share`.execute(
    tx,
  )
  // A separate statement, so that it sees the changes for which the locks waited.
  const { rows } = await sql<HeldAttribute>`
    select id, kind, name, coalesce((
      select json_agg(c.id) from attribute_choice c where c.attribute_id = a.id
    ), '[]') as choices
    from attribute a
    where id = any(${[...ids]}::bigint[])
      and category_id = (select id from category where name = ${category})`.execute(tx)
  return rows
}
