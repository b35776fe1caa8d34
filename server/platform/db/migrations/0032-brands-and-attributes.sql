-- How staff describe products: brands, sub-categories within the three categories, and the
-- attributes of each category with the products' values.
create table brand (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  -- Empty if the name serves both languages.
  name_ar text not null default '' check (length(name_ar) <= 80),
  position integer not null,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index brand_name on brand (lower(name));

create table sub_category (
  id bigint generated always as identity primary key,
  category_id bigint not null references category (id),
  name text not null check (length(name) between 1 and 80),
  name_ar text not null check (length(name_ar) between 1 and 80),
  position integer not null,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, category_id)
);

create unique index sub_category_name on sub_category (category_id, lower(name));

-- A product's sub-category belongs to its category, and cannot be deleted while products are in it.
alter table product
  add column brand_id bigint references brand (id),
  add column sub_category_id bigint,
  add constraint product_sub_category foreign key (sub_category_id, category_id)
    references sub_category (id, category_id);

create index product_brand on product (brand_id) where brand_id is not null;

create index product_sub_category on product (sub_category_id) where sub_category_id is not null;

create table attribute (
  id bigint generated always as identity primary key,
  category_id bigint not null references category (id),
  name text not null check (length(name) between 1 and 80),
  name_ar text not null check (length(name_ar) between 1 and 80),
  kind text not null check (kind in ('number', 'boolean', 'choice', 'text')),
  -- The unit of a number, such as GB or in; empty if it has none.
  unit text not null default '' check (length(unit) <= 20),
  unit_ar text not null default '' check (length(unit_ar) <= 20),
  is_filter boolean not null default false,
  is_compared boolean not null default true,
  position integer not null,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, kind),
  check (kind = 'number' or (unit = '' and unit_ar = '')),
  check (kind <> 'text' or not is_filter)
);

create unique index attribute_name on attribute (category_id, lower(name));

create table attribute_choice (
  id bigint generated always as identity primary key,
  attribute_id bigint not null references attribute (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  name_ar text not null check (length(name_ar) between 1 and 80),
  -- The hex code of a colour.
  swatch text check (swatch ~ '^#[0-9a-f]{6}$'),
  position integer not null,
  unique (id, attribute_id)
);

create unique index attribute_choice_name on attribute_choice (attribute_id, lower(name));

-- A value has its attribute's kind. A product that moves to another category keeps its values, and
-- shows them again if it moves back.
create table product_attribute (
  product_id bigint not null references product (id) on delete cascade,
  attribute_id bigint not null,
  kind text not null,
  number double precision check (number between -1e9 and 1e9),
  is_true boolean,
  choice_id bigint,
  text text check (length(text) between 1 and 200),
  text_ar text check (length(text_ar) between 1 and 200),
  primary key (product_id, attribute_id),
  -- Changing the kind converts the values in the same transaction.
  foreign key (attribute_id, kind) references attribute (id, kind) deferrable,
  foreign key (choice_id, attribute_id) references attribute_choice (id, attribute_id),
  check ((kind = 'number') = (number is not null)),
  check ((kind = 'boolean') = (is_true is not null)),
  check ((kind = 'choice') = (choice_id is not null)),
  check ((kind = 'text') = (text is not null and text_ar is not null)),
  check ((text is null) = (text_ar is null))
);

create index product_attribute_value on product_attribute (attribute_id, choice_id);

-- As before, but also with the names of the product's brand, attributes and their values, which do
-- not count as names of the product. "256" and "GB" are two words, as in a text. Sub-categories are
-- left out: their names are words that many products contain, and would rank products that have the
-- word in their name below those that are merely listed there.
create or replace view product_found_by as
select p.id as product_id, p.category_id, p.price_cents, p.rating_x100, p.sold,
  p.on_hand > p.reserved as in_stock, p.created_at,
  cardinality(search_words(t.names))::smallint as name_words,
  array_to_tsvector(search_words(t.names) || search_words(t.kind) || search_words(t.rest)
    || array(select '=' || word from unnest(search_words(t.names) || search_words(t.kind)) word)) as words
from product p join category c on c.id = p.category_id
left join brand b on b.id = p.brand_id
cross join lateral (
  select search_fold(concat_ws(' ', p.name, p.name_ar, p.seller, p.seller_ar)) as names,
    search_fold(concat_ws(' ', c.name, c.name_ar)) as kind,
    search_fold(concat_ws(' ', p.sku, b.name, b.name_ar, p.description, p.description_ar, (
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
  brand_id, deleted_at
on product for each row
when ((old.sku, old.category_id, old.seller, old.seller_ar, old.name, old.name_ar, old.description,
    old.description_ar, old.specs, old.brand_id, old.deleted_at)
  is distinct from (new.sku, new.category_id, new.seller, new.seller_ar, new.name, new.name_ar,
    new.description, new.description_ar, new.specs, new.brand_id, new.deleted_at))
execute function renew_search_row();

-- Also called when a brand, an attribute or a choice is renamed.
create function renew_search_rows(ids bigint[]) returns void
language sql
as $$
  delete from product_search where product_id = any(ids);
  insert into product_search (product_id, category_id, price_cents, rating_x100, sold, in_stock,
    created_at, name_words, words)
  select f.* from product_found_by f where f.product_id = any(ids);
$$;

create function renew_search_of_values() returns trigger
language plpgsql
as $$
begin
  perform renew_search_rows(array(select distinct product_id from changed order by product_id));
  return null;
end
$$;

create trigger product_attribute_added after insert on product_attribute
referencing new table as changed for each statement execute function renew_search_of_values();

create trigger product_attribute_changed after update on product_attribute
referencing new table as changed for each statement execute function renew_search_of_values();

create trigger product_attribute_removed after delete on product_attribute
referencing old table as changed for each statement execute function renew_search_of_values();
