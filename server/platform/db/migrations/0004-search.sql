-- Search. product_search has one row for each product that is not deleted: narrow, so that hundreds
-- of thousands of hits are counted and sorted quickly, and separate from product, so that orders,
-- which update product rows, never rewrite a search index (decisions/0008-search.md).

drop index product_search;

alter table product drop column search_text;

-- Text as the search compares it: words of a-z, digits and other scripts, separated by single
-- spaces. Commonly confused letters are unified; diacritics, tatweel and the Arabic article are
-- dropped; 5,000 becomes 5000, and the point of 6.7 an underscore, which keeps the number one word.
-- Only ASCII and explicit ranges, because what counts as a letter depends on the database's locale.
create function search_fold(raw text) returns text
language sql immutable strict parallel safe
return trim(regexp_replace(
  regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          translate(
            lower(raw collate "C"),
            '_أإآٱىیةؤئکگڤپچ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹٫٬àáâãäåçèéêëìíîïñòóôõöøùúûüýÿÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ',
            ' ااااييهويكجفبج01234567890123456789.,aaaaaaceeeeiiiinoooooouuuuyyaaaaaaceeeeiiiinoooooouuuuy'
          ),
          '[\u0300-\u036f\u0610-\u061a\u0621\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff''\u2019]', '', 'g'
        ),
        '(?<=[0-9]),(?=[0-9]{3})', '', 'g'
      ),
      '(?<=[0-9])\.(?=[0-9])', '_', 'g'
    ),
    '[^0-9a-z_\u0100-\u060b\u060e-\u061a\u061c-\u061e\u0620-\u0669\u066e-\u06d3\u06d5-\u1fff\u2c00-\u2dff\u3040-\ud7ff]+', ' ', 'g'
  ),
  '(^| )(?:[وفبك]?ال|و?لل)(?=[^ ]{3})', '\1', 'g'
));

-- Nobody types words longer than 40 characters.
create function search_words(folded text) returns text[]
language sql immutable strict parallel safe
return array_remove(string_to_array(regexp_replace(folded, '[^ ]{41,}', '', 'g'), ' '), '');

-- A word's consonants, equal for an Arabic word and its usual Latin spellings (hatif, هاتف), and
-- for most Arabic words and their broken plurals (هاتف, هواتف).
create function search_sound(word text) returns text
language sql immutable strict parallel safe
return translate(
  replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(word, '(ه|[0-9]+)$', ''), '(.)\1+', '\1', 'g'),
    'sh', 'ش'), 'ch', 'ش'), 'kh', 'خ'), 'gh', 'غ'), 'ph', 'f'), 'th', 't'), 'ck', 'k'), 'x', 'ks'),
  'بتثجحخدذرزسشصضطظغفقكلمنهpvqcgj7569aeiouwyاويع23',
  'btsghkdzrzs$sdtzgfkklmnhbfkkgghkts'
);

-- The word, and the word with each one of its letters removed. Two words share one of these if they
-- differ by a wrong, missing, extra or swapped letter. Numbers are never treated as misspelt.
create function search_near(word text) returns text[]
language sql immutable strict parallel safe
return case when length(word) between 3 and 24 and word !~ '[0-9]' then
  array(
    select word
    union select overlay(word placing '' from at for 1) from generate_series(1, length(word)) at
  )
else array[word] end;

-- Other forms of a word with the same meaning for a search: singular and plural, and in Arabic also
-- with the prefix "and".
create function search_forms(word text) returns text[]
language sql immutable strict parallel safe
return case
  when word ~ '[a-z]ies$' then array[left(word, -3) || 'y', left(word, -1)]
  when word ~ '(ch|sh|s|x)es$' then array[left(word, -2)]
  when word ~ '[a-z]{2}s$' then array[left(word, -1)]
  when word ~ '[a-z]y$' then array[left(word, -1) || 'ies']
  when word ~ '^[ء-ي]{2,}ه$' then array[left(word, -1), left(word, -1) || 'ات', left(word, -1) || 'ا']
  when word ~ '^[ء-ي]{2,}ات$' then array[left(word, -2), left(word, -2) || 'ه', left(word, -1)]
  when word ~ '^[ء-ي]{3,}(ين|ون|ان)$' then array[left(word, -2)]
  else array[]::text[]
end || case when word ~ '^و[ء-ي]{4,}$' then array[substr(word, 2)] else array[]::text[] end;

create table product_search (
  product_id bigint primary key references product (id) on delete cascade,
  category_id bigint not null references category (id),
  price_cents integer not null,
  rating_x100 integer not null,
  sold integer not null,
  in_stock boolean not null,
  created_at timestamptz not null,
  -- The number of times that the units sold have doubled, used for relevance. It changes so rarely
  -- that most sales do not touch the indexes, including the one on words.
  popularity smallint not null generated always as (
    width_bucket(sold, array[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536])
  ) stored,
  name_words smallint not null,
  -- Every word of the product; the words of its names a second time, prefixed with '='.
  words tsvector not null,
  -- PostgreSQL moves no column out of rows below 2 kB. With these blanks, which compress to a few
  -- bytes, every row is larger, so its words are stored out of line.
  padding text not null default repeat(' ', 2000)
) with (toast_tuple_target = 128, fillfactor = 90);

alter table product_search alter column words set storage external;

create index product_search_popular on product_search (popularity desc, product_id desc);

create index product_search_category_popular on product_search (category_id, popularity desc, product_id desc);

create index product_search_price on product_search (price_cents);

-- Without fast updates: every search would have to read the list of pending entries.
create index product_search_words on product_search using gin (words) with (fastupdate = off);

-- Every word in the shop, with the number of products that contain it.
create table search_word (
  word text collate "C" primary key,
  products integer not null,
  sound text not null generated always as (search_sound(word)) stored,
  near text[] not null generated always as (search_near(word)) stored
) with (fillfactor = 70);

create index search_word_sound on search_word (sound);

create index search_word_near on search_word using gin (near) with (fastupdate = off);

-- The number of products that each category shows, so that nothing has to count a million rows.
create table category_count (
  category_id bigint primary key references category (id) on delete cascade,
  products integer not null check (products >= 0)
);

insert into category_count select id, 0 from category;

-- The words and figures by which products are found.
create view product_found_by as
select p.id as product_id, p.category_id, p.price_cents, p.rating_x100, p.sold,
  p.on_hand > p.reserved as in_stock, p.created_at,
  cardinality(search_words(t.names))::smallint as name_words,
  array_to_tsvector(search_words(t.names) || search_words(t.rest)
    || string_to_array('=' || array_to_string(search_words(t.names), ' ='), ' ')) as words
from product p join category c on c.id = p.category_id
cross join lateral (
  select search_fold(concat_ws(' ', p.name, p.name_ar, p.seller)) as names,
    search_fold(concat_ws(' ', p.sku, c.name, c.name_ar, p.description, p.description_ar, (
      select string_agg(concat_ws(' ', label, label_ar, value, value_ar), ' ')
      from jsonb_to_recordset(p.specs) as (label text, label_ar text, value text, value_ar text)
    ))) as rest
  offset 0
) t
where p.deleted_at is null;

-- Updates the counts of words and products, always in the same order, so that two changes never
-- deadlock.
create function count_search_rows() returns trigger
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
  insert into search_word as known (word, products)
  select word, count(*) from changed cross join lateral unnest(tsvector_to_array(words)) word
  where left(word, 1) <> '=' group by word order by word collate "C"
  on conflict (word) do update set products = known.products + step * excluded.products;
  return null;
end
$$;

create trigger product_search_added after insert on product_search
referencing new table as changed for each statement execute function count_search_rows();

create trigger product_search_removed after delete on product_search
referencing old table as changed for each statement execute function count_search_rows();

create function add_search_rows() returns trigger
language plpgsql
as $$
begin
  insert into product_search (product_id, category_id, price_cents, rating_x100, sold, in_stock,
    created_at, name_words, words)
  select f.* from product_found_by f where f.product_id in (select id from changed);
  return null;
end
$$;

create trigger product_search_add after insert on product
referencing new table as changed for each statement execute function add_search_rows();

create function renew_search_row() returns trigger
language plpgsql
as $$
begin
  delete from product_search where product_id = new.id;
  insert into product_search (product_id, category_id, price_cents, rating_x100, sold, in_stock,
    created_at, name_words, words)
  select f.* from product_found_by f where f.product_id = new.id;
  return null;
end
$$;

-- Does not fire for orders: these columns change only when staff edit a product.
create trigger product_search_renew
after update of sku, category_id, seller, name, name_ar, description, description_ar, specs, deleted_at
on product for each row
when ((old.sku, old.category_id, old.seller, old.name, old.name_ar, old.description,
    old.description_ar, old.specs, old.deleted_at)
  is distinct from (new.sku, new.category_id, new.seller, new.name, new.name_ar, new.description,
    new.description_ar, new.specs, new.deleted_at))
execute function renew_search_row();

create function copy_search_figures() returns trigger
language plpgsql
as $$
begin
  update product_search set price_cents = new.price_cents, rating_x100 = new.rating_x100,
    sold = new.sold, in_stock = new.on_hand > new.reserved, created_at = new.created_at
  where product_id = new.id;
  return null;
end
$$;

-- Does not fire for orders, unless they take the last unit.
create trigger product_search_figures
after update of price_cents, rating_sum, rating_count, sold, on_hand, reserved, created_at
on product for each row
when (old.price_cents <> new.price_cents or old.rating_x100 <> new.rating_x100
  or old.sold <> new.sold or (old.on_hand > old.reserved) <> (new.on_hand > new.reserved)
  or old.created_at <> new.created_at)
execute function copy_search_figures();

insert into product_search (product_id, category_id, price_cents, rating_x100, sold, in_stock,
  created_at, name_words, words)
select f.* from product_found_by f;
