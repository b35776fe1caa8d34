import { sql } from 'kysely'
import type { Rule } from './rule.ts'

export const CATALOG_RULES: readonly Rule[] = [
  {
    rule: 'families',
    statement:
      'every product in a family has a value for each axis, and no two products in a family have the same values',
    breaches: sql`
      select family_id, array_agg(id) as products, combination
      from product m cross join lateral (
        select array_agg(coalesce(v.choice_id::text, v.number::text, v.is_true::text) order by x.position)
          as combination
        from family_axis x
        left join product_attribute v on v.attribute_id = x.attribute_id and v.product_id = m.id
        where x.family_id = m.family_id
      ) own
      where family_id is not null and deleted_at is null
      group by family_id, combination
      having count(*) > 1 or combination is null or array_position(combination, null) is not null`,
  },
  {
    rule: 'searched families',
    statement: 'the search lists every product under its family',
    breaches: sql`
      select p.id, p.family_id, s.family_id as searched
      from product p join product_search s on s.product_id = p.id
      where p.family_id is distinct from s.family_id`,
  },
  {
    rule: 'family ratings',
    statement:
      "the table family_rating has a row for each product in a family, with the sum and count of the whole family's ratings",
    breaches: sql`
      select product_id, own.family_id, own.stars, own.ratings, kept.family_id as kept_family,
        kept.rating_sum as kept_stars, kept.rating_count as kept_ratings
      from (
        select id as product_id, family_id, category_id, sum(rating_sum) over of_family as stars,
          sum(rating_count) over of_family as ratings
        from product where family_id is not null and deleted_at is null
        window of_family as (partition by family_id)
      ) own full join family_rating kept using (product_id)
      where (own.family_id, own.category_id, own.stars, own.ratings)
        is distinct from (kept.family_id, kept.category_id, kept.rating_sum, kept.rating_count)`,
  },
  {
    rule: 'price history',
    statement: "the latest entry in a product's price history is its current price",
    breaches: sql`
      select p.id, p.price_cents, (
        select price_cents from price_history where product_id = p.id order by since desc limit 1
      ) as latest
      from product p
      where p.price_cents is distinct from (
        select price_cents from price_history where product_id = p.id order by since desc limit 1
      )`,
  },
]
