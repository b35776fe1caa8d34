-- A seller's name in Arabic; empty if one name serves both languages.
alter table product add column seller_ar text not null default ''
  check (length(seller_ar) <= 120);

-- The search includes it too. It is empty for existing products, whose words stay as they are.
create or replace view product_found_by as
select p.id as product_id, p.category_id, p.price_cents, p.rating_x100, p.sold,
  p.on_hand > p.reserved as in_stock, p.created_at,
  cardinality(search_words(t.names))::smallint as name_words,
  array_to_tsvector(search_words(t.names) || search_words(t.kind) || search_words(t.rest)
    || array(select '=' || word from unnest(search_words(t.names) || search_words(t.kind)) word)) as words
from product p join category c on c.id = p.category_id
cross join lateral (
  select search_fold(concat_ws(' ', p.name, p.name_ar, p.seller, p.seller_ar)) as names,
    search_fold(concat_ws(' ', c.name, c.name_ar)) as kind,
    search_fold(concat_ws(' ', p.sku, p.description, p.description_ar, (
      select string_agg(concat_ws(' ', label, label_ar, value, value_ar), ' ')
      from jsonb_to_recordset(p.specs) as (label text, label_ar text, value text, value_ar text)
    ))) as rest
  offset 0
) t
where p.deleted_at is null;

-- As before, but also when the seller's Arabic name changes.
create or replace trigger product_search_renew
after update of sku, category_id, seller, seller_ar, name, name_ar, description, description_ar, specs,
  deleted_at
on product for each row
when ((old.sku, old.category_id, old.seller, old.seller_ar, old.name, old.name_ar, old.description,
    old.description_ar, old.specs, old.deleted_at)
  is distinct from (new.sku, new.category_id, new.seller, new.seller_ar, new.name, new.name_ar,
    new.description, new.description_ar, new.specs, new.deleted_at))
execute function renew_search_row();

-- The number of rows of an import that cannot be applied. For earlier jobs, those with listed
-- problems.
alter table import_job add column bad_rows integer not null default 0 check (bad_rows >= 0);

update import_job set bad_rows = (
  select count(distinct entry ->> 'row') from jsonb_array_elements(problems) entry
) where problems <> '[]';
