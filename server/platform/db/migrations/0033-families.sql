-- Products that differ only along some attributes, their axes: the colours and sizes of one phone.
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
  -- Without a cascade: deleting an attribute would merge products that only it tells apart.
  foreign key (attribute_id, category_id) references attribute (id, category_id)
);

create index family_axis_attribute on family_axis (attribute_id);

alter table product
  add column family_id bigint,
  add constraint product_family foreign key (family_id, category_id) references family (id, category_id);

create index product_family on product (family_id) where family_id is not null;
