-- How many products of each category have a word: whoever searches for one word, a brand or a kind of
-- thing, is told so without anybody counting.

-- Nothing comes or goes while this counts.
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

-- As before, and by category; each table in one order, so that two changes of many products at once
-- never wait in a ring.
create or replace function count_search_rows() returns trigger
language plpgsql
as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  -- Whoever adds very many at once counts everything anew afterwards, without this.
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
