import { sql } from 'kysely'
import type { AttributeChoice, AttributeKind } from '#contract/attributes.ts'
import type { Tx } from '../../platform/db/database.ts'

export interface Axis {
  id: number
  kind: AttributeKind
  name: string
  name_ar: string
  unit: string
  unit_ar: string
  choices: AttributeChoice[]
}

/** The axes of a family in their order, held so that they stay as they are. */
export async function findAxes(tx: Tx, family: number): Promise<Axis[]> {
  await sql`
    select from attribute where id in (
      select attribute_id from family_axis where family_id = ${family}
    ) order by id for share`.execute(tx)
  const { rows } = await sql<Axis>`
    select a.id, a.kind, a.name, a.name_ar, a.unit, a.unit_ar, coalesce((
      select json_agg(json_build_object('id', id, 'name', name, 'name_ar', name_ar, 'swatch', swatch)
        order by position)
      from attribute_choice where attribute_id = a.id
    ), '[]') as choices
    from family_axis x join attribute a on a.id = x.attribute_id
    where x.family_id = ${family} order by x.position`.execute(tx)
  return rows
}
