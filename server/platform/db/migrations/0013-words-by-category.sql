-- The number of products with each word by category, so that a search for one word, such as a brand
-- or a kind of product, needs no counting.

-- Nothing is added or removed during the count.
lock table product_search in share row exclusive mode;

create table search_word_category (
  word text collate "C" not null,
  category_id bigint not null references category (id) on delete cascade,
  products integer not null,
  primary key (word, category_id)
) with (fillfactor = 70);

insert into search_word_category (word, category_id, products)
select s.word, c.id, s.ndoc from category c
cross join lateral ts_stat(format('select words from product_search where category_id = %s', c.id)) s
where left(s.word, 1) <> '=';

-- As before, but also by category; each table in the same order, so that two bulk changes never
-- deadlock.
create or replace function count_search_rows() returns trigger
language plpgsql
as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  -- Bulk inserts skip this and recount everything afterwards.
  if current_setting('barq.bulk', true) = 'on' then
    return null;
  end if;
  insert into category_count as known (category_id, products)
  select category_id, count(*) from changed group by category_id order by category_id
  on conflict (category_id) do update set products = known.products + step * excluded.products;
  with counted as (
    select word, category_id, step * count(*) as products
    from changed cross join lateral unnest(tsvector_to_array(words)) word
    where left(word, 1) <> '=' group by word, category_id
  ), by_word as (
    insert into search_word as known (word, products)
    select word, sum(products) from counted group by word order by word collate "C"
    on conflict (word) do update set products = known.products + excluded.products
  )
  insert into search_word_category as known (word, category_id, products)
  select word, category_id, products from counted order by word collate "C", category_id
  on conflict (word, category_id) do update set products = known.products + excluded.products;
  return null;
end
$$;
