-- Products that differ only in some attributes, the axes: for example the colours and sizes of one
-- phone.
create table family (
  id bigint generated always as identity primary key,
  category_id bigint not null references category (id),
  name text not null check (length(name) between 1 and 300),
  name_ar text not null check (length(name_ar) between 1 and 300),
  demo boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, category_id)
);

alter table attribute add unique (id, category_id);

create table family_axis (
  family_id bigint not null,
  category_id bigint not null,
  attribute_id bigint not null,
  position integer not null,
  primary key (family_id, attribute_id),
  foreign key (family_id, category_id) references family (id, category_id) on delete cascade,
  -- No cascade: deleting an attribute would make products equal that differ only in it.
  foreign key (attribute_id, category_id) references attribute (id, category_id)
);

create index family_axis_attribute on family_axis (attribute_id);

alter table product
  add column family_id bigint,
  add constraint product_family foreign key (family_id, category_id) references family (id, category_id);

create index product_family on product (family_id, id) where family_id is not null;

-- Lets lists find the families of their hits without reading the products.
alter table product_search add column family_id bigint;

create index product_search_family on product_search (family_id) where family_id is not null;

create or replace function add_search_rows() returns trigger
language plpgsql
as $$
begin
  insert into product_search (product_id, category_id, price_cents, rating_x100, sold, in_stock,
    created_at, name_words, words, family_id)
  select f.*, p.family_id from product_found_by f join product p on p.id = f.product_id
  where f.product_id in (select id from changed);
  return null;
end
$$;

create or replace function renew_search_row() returns trigger
language plpgsql
as $$
begin
  perform renew_search_rows(array[new.id]);
  return null;
end
$$;

create or replace function renew_search_rows(ids bigint[]) returns void
language sql
as $$
  delete from product_search where product_id = any(ids);
  insert into product_search (product_id, category_id, price_cents, rating_x100, sold, in_stock,
    created_at, name_words, words, family_id)
  select f.*, p.family_id from product_found_by f join product p on p.id = f.product_id
  where f.product_id = any(ids);
$$;

create function copy_search_family() returns trigger
language plpgsql
as $$
begin
  update product_search set family_id = new.family_id where product_id = new.id;
  return null;
end
$$;

create trigger product_search_family after update of family_id on product for each row
when (old.family_id is distinct from new.family_id)
execute function copy_search_family();
