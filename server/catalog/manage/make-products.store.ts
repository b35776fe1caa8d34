import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { CHOICES_OF_ATTRIBUTE, type DefinedAttribute } from '../product-attributes.ts'

/** The axes of a family in their order, locked against changes. */
export async function findAxes(tx: Tx, family: number): Promise<DefinedAttribute[]> {
  await sql`
    select from attribute where id in (
      select attribute_id from family_axis where family_id = ${family}
    ) order by id for share`.execute(tx)
  const { rows } = await sql<DefinedAttribute>`
    select a.id, a.kind, a.name, a.name_ar, a.unit, a.unit_ar, ${CHOICES_OF_ATTRIBUTE} as choices
    from family_axis x join attribute a on a.id = x.attribute_id
    where x.family_id = ${family} order by x.position`.execute(tx)
  return rows
}
