import { type RawBuilder, sql } from 'kysely'
import type { AdminAttribute, AttributeForm, Unversioned } from '#contract/admin.ts'
import type { AttributeChoice, AttributeKind } from '#contract/attributes.ts'
import { toJson } from '../../platform/db/conditions.ts'
import type { Handle, Tx } from '../../platform/db/database.ts'
import { nextPosition } from '../../sorted-lists/sorted-rows.ts'
import { scaled } from './convert-value.ts'

/** All attributes and their choices, in the order set by staff. */
export async function findAttributes(db: Handle): Promise<Unversioned<AdminAttribute>[]> {
  const { rows } = await sql<Unversioned<AdminAttribute>>`
    select a.id, c.name as category, a.name, a.name_ar, a.kind, a.unit, a.unit_ar, a.is_filter,
      a.is_compared, a.position,
      (select count(*) from product_attribute where attribute_id = a.id) as products, coalesce((
        select json_agg(json_build_object('id', o.id, 'name', o.name, 'name_ar', o.name_ar,
          'swatch', o.swatch, 'products', (
            select count(*) from product_attribute where attribute_id = a.id and choice_id = o.id
          )) order by o.position, o.id)
        from attribute_choice o where o.attribute_id = a.id
      ), '[]') as choices
    from attribute a join category c on c.id = a.category_id
    order by a.position, a.id`.execute(db)
  return rows
}

export async function insertAttribute(tx: Tx, form: AttributeForm): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into attribute (category_id, name, name_ar, kind, unit, unit_ar, is_filter, is_compared,
      position)
    select id, ${form.name}, ${form.name_ar}, ${form.kind}, ${form.unit}, ${form.unit_ar},
      ${form.is_filter}, ${form.is_compared}, ${nextPosition('attribute')}
    from category where name = ${form.category} returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Defers constraints until the commit, since the attribute changes its kind before the products' values do. */
export async function updateAttribute(tx: Tx, id: number, form: AttributeForm): Promise<void> {
  await sql`set constraints all deferred`.execute(tx)
  await sql`
    update attribute set name = ${form.name}, name_ar = ${form.name_ar}, kind = ${form.kind},
      unit = ${form.unit}, unit_ar = ${form.unit_ar}, is_filter = ${form.is_filter},
      is_compared = ${form.is_compared}, updated_at = now(),
      category_id = (select id from category where name = ${form.category})
    where id = ${id}`.execute(tx)
}

/** Inserts choices without ids, updates the others, and puts all of them in the order of `choices`. */
export async function writeChoices(
  tx: Tx,
  attribute: number,
  choices: AttributeForm['choices'],
): Promise<void> {
  const rows = toJson(choices.map((choice, position) => ({ ...choice, position })))
  const wanted = sql`jsonb_to_recordset(${rows}::text::jsonb)
    as w (id bigint, name text, name_ar text, swatch text, position integer)`
  // Temporary names first: otherwise two choices that swap names would collide.
  await sql`
    update attribute_choice set name = 'renamed ' || id
    where attribute_id = ${attribute} and id in (select id from ${wanted})`.execute(tx)
  await sql`
    update attribute_choice c set name = w.name, name_ar = w.name_ar, swatch = w.swatch,
      position = w.position
    from ${wanted} where c.id = w.id and c.attribute_id = ${attribute}`.execute(tx)
  await sql`
    insert into attribute_choice (attribute_id, name, name_ar, swatch, position)
    select ${attribute}, name, name_ar, swatch, position from ${wanted} where id is null
    order by position`.execute(tx)
}

export async function removeChoices(
  tx: Tx,
  attribute: number,
  but: readonly number[],
): Promise<void> {
  await sql`
    delete from attribute_choice
    where attribute_id = ${attribute} and not id = any(${[...but]}::bigint[])`.execute(tx)
}

export async function findChoices(tx: Tx, attribute: number): Promise<AttributeChoice[]> {
  const { rows } = await sql<AttributeChoice>`
    select id, name, name_ar, swatch from attribute_choice where attribute_id = ${attribute}
    order by position, id`.execute(tx)
  return rows
}

/** A distinct value of an attribute, in the column of its kind, and the number of products with that value. */
export interface ValueRow {
  number: number | null
  is_true: boolean | null
  choice_id: number | null
  text: string | null
  text_ar: string | null
  products: number
}

/** The distinct values of an attribute, the most common first. */
export async function findValues(tx: Tx, attribute: number): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select number, is_true, choice_id, text, text_ar, count(*) as products
    from product_attribute where attribute_id = ${attribute}
    group by number, is_true, choice_id, text, text_ar
    order by count(*) desc, number, text`.execute(tx)
  return rows
}

export interface Replacement {
  from: Pick<ValueRow, 'number' | 'is_true' | 'choice_id' | 'text' | 'text_ar'>
  to: Replacement['from']
}

export async function replaceValues(
  tx: Tx,
  attribute: number,
  kinds: { before: AttributeKind; after: AttributeKind },
  replacements: readonly Replacement[],
): Promise<void> {
  const rows = replacements.map(({ from, to }) => ({
    ...Object.fromEntries(Object.entries(from).map(([name, value]) => [`old_${name}`, value])),
    ...to,
  }))
  await sql`
    update product_attribute v set kind = ${kinds.after}, number = r.number, is_true = r.is_true,
      choice_id = r.choice_id, text = r.text, text_ar = r.text_ar
    from jsonb_to_recordset(${toJson(rows)}::text::jsonb) as r (old_number double precision,
      old_is_true boolean, old_choice_id bigint, old_text text, old_text_ar text,
      number double precision, is_true boolean, choice_id bigint, text text, text_ar text)
    where v.attribute_id = ${attribute}
      and ${SAME_VALUE[kinds.before]}`.execute(tx)
}

/** Joins `v` to the value to replace, by kind: unlike `is not distinct from`, plain equality allows a hash join. */
const SAME_VALUE: Record<AttributeKind, RawBuilder<unknown>> = {
  number: sql`v.number = old_number`,
  boolean: sql`v.is_true = old_is_true`,
  choice: sql`v.choice_id = old_choice_id`,
  text: sql`v.text = old_text and v.text_ar = old_text_ar`,
}

export async function productsWith(tx: Tx, attribute: number): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select product_id from product_attribute where attribute_id = ${attribute}
    order by product_id`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/** Ids of the families that use the attribute as an axis. */
export async function familiesBy(tx: Tx, attribute: number): Promise<number[]> {
  const { rows } = await sql<{ family_id: number }>`
    select family_id from family_axis where attribute_id = ${attribute} order by family_id`.execute(
    tx,
  )
  return rows.map(({ family_id }) => family_id)
}

/** One condition of a compatibility rule. */
export interface RuleRow {
  fit_id: number
  attribute_id: number
  choice_id: number | null
  is_true: boolean | null
  min_number: number | null
  max_number: number | null
}

/** All conditions of the rules that use the attribute. */
export async function findRules(tx: Tx, attribute: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select fit_id, attribute_id, choice_id, is_true, min_number, max_number from fit_condition
    where fit_id in (select fit_id from fit_condition where attribute_id = ${attribute})`.execute(
    tx,
  )
  return rows
}

/** Restores conditions that triggers dropped when the attribute's unit changed, with their numbers in the new unit. */
export async function keepRules(
  tx: Tx,
  attribute: number,
  rules: readonly RuleRow[],
  factor: number,
): Promise<void> {
  const inUnit = (number: number | null) => (number === null ? null : scaled(number, factor))
  const rows = rules.map((rule) =>
    rule.attribute_id === attribute
      ? { ...rule, min_number: inUnit(rule.min_number), max_number: inUnit(rule.max_number) }
      : rule,
  )
  await sql`
    insert into fit_condition (fit_id, attribute_id, choice_id, is_true, min_number, max_number)
    select * from jsonb_to_recordset(${toJson(rows)}::text::jsonb) as r (fit_id bigint,
      attribute_id bigint, choice_id bigint, is_true boolean, min_number double precision,
      max_number double precision)
    on conflict do nothing`.execute(tx)
}
