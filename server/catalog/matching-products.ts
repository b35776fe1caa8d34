/**
 * Searches products for staff: all terms must match, without spelling correction. A term matches the beginning of a
 * word; in deleted products, it matches any part of the names, the seller or the SKU.
 */
import { type RawBuilder, sql } from 'kysely'

/** Query for the `id` of matching products. @param deleted whether to find deleted products instead of all others. */
export function matchingProducts(search: string, deleted: boolean): RawBuilder<unknown> {
  const words = sql`unnest(search_words(search_fold(${search}))) as word`
  if (deleted) {
    // Deleted products are not in the search table, but are few enough to scan.
    return sql`
      select p.id from product p
      where p.deleted_at is not null and (
        select bool_and(search_fold(concat_ws(' ', p.name, p.name_ar, p.seller, p.seller_ar, p.sku))
          like '%' || word || '%')
        from ${words}
      )`
  }
  return sql`
    select product_id as id from product_search
    where words @@ (select string_agg(quote_literal(word) || ':*', ' & ') from ${words})::tsquery`
}
