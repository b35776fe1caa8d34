-- The name of a category counts like a word in its products' names: a customer who searches for
-- "phone" wants phones before the chargers that mention one.

create or replace view product_found_by as
select p.id as product_id, p.category_id, p.price_cents, p.rating_x100, p.sold,
  p.on_hand > p.reserved as in_stock, p.created_at,
  cardinality(search_words(t.names))::smallint as name_words,
  array_to_tsvector(search_words(t.names) || search_words(t.kind) || search_words(t.rest)
    || array(select '=' || word from unnest(search_words(t.names) || search_words(t.kind)) word)) as words
from product p join category c on c.id = p.category_id
cross join lateral (
  select search_fold(concat_ws(' ', p.name, p.name_ar, p.seller)) as names,
    search_fold(concat_ws(' ', c.name, c.name_ar)) as kind,
    search_fold(concat_ws(' ', p.sku, p.description, p.description_ar, (
      select string_agg(concat_ws(' ', label, label_ar, value, value_ar), ' ')
      from jsonb_to_recordset(p.specs) as (label text, label_ar text, value text, value_ar text)
    ))) as rest
  offset 0
) t
where p.deleted_at is null;

-- Rebuilt at the end, which is faster than updating it row by row.
drop index product_search_words;

update product_search s set words = f.words
from product_found_by f where f.product_id = s.product_id;

create index product_search_words on product_search using gin (words) with (fastupdate = off);
