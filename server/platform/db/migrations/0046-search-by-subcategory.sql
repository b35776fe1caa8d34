-- A product is found by its subcategory's name as by a word of its description: "headphones" finds
-- the earbuds listed there, ranked below products with that name.
create or replace view product_found_by as
select p.id as product_id, p.category_id, p.price_cents, p.rating_x100, p.sold,
  p.on_hand > p.reserved as in_stock, p.created_at,
  cardinality(search_words(t.names))::smallint as name_words,
  array_to_tsvector(search_words(t.names) || search_words(t.kind) || search_words(t.rest)
    || array(select '=' || word from unnest(search_words(t.names) || search_words(t.kind)) word)) as words
from product p join category c on c.id = p.category_id
left join brand b on b.id = p.brand_id
left join sub_category g on g.id = p.sub_category_id
cross join lateral (
  select search_fold(concat_ws(' ', p.name, p.name_ar, p.seller, p.seller_ar)) as names,
    search_fold(concat_ws(' ', c.name, c.name_ar)) as kind,
    search_fold(concat_ws(' ', p.sku, b.name, b.name_ar, g.name, g.name_ar, p.description, p.description_ar, (
      select string_agg(concat_ws(' ', label, label_ar, value, value_ar), ' ')
      from jsonb_to_recordset(p.specs) as (label text, label_ar text, value text, value_ar text)
    ), (
      select string_agg(concat_ws(' ', a.name, a.name_ar, v.number, a.unit, a.unit_ar, choice.name,
        choice.name_ar, v.text, v.text_ar), ' ')
      from product_attribute v join attribute a on a.id = v.attribute_id
      left join attribute_choice choice on choice.id = v.choice_id
      -- "Waterproof: no" must not be found by "waterproof".
      where v.product_id = p.id and a.category_id = p.category_id and v.is_true is not false
    ))) as rest
  offset 0
) t
where p.deleted_at is null;

create or replace trigger product_search_renew
after update of sku, category_id, seller, seller_ar, name, name_ar, description, description_ar, specs,
  brand_id, sub_category_id, deleted_at
on product for each row
when ((old.sku, old.category_id, old.seller, old.seller_ar, old.name, old.name_ar, old.description,
    old.description_ar, old.specs, old.brand_id, old.sub_category_id, old.deleted_at)
  is distinct from (new.sku, new.category_id, new.seller, new.seller_ar, new.name, new.name_ar,
    new.description, new.description_ar, new.specs, new.brand_id, new.sub_category_id, new.deleted_at))
execute function renew_search_row();

select renew_search_rows(array(select id from product where sub_category_id is not null order by id));
