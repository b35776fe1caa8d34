-- The shop's details, edited by staff: one row. Null if not set.
create table shop_details (
  only_row boolean primary key default true check (only_row),
  phone text check (phone <> ''),
  email text check (email <> ''),
  address text check (address <> ''),
  address_ar text check (address_ar <> ''),
  privacy_url text check (privacy_url ~ '^https?://'),
  terms_url text check (terms_url ~ '^https?://'),
  delivery_promise text check (delivery_promise <> ''),
  delivery_promise_ar text check (delivery_promise_ar <> ''),
  facebook_url text check (facebook_url ~ '^https?://'),
  instagram_url text check (instagram_url ~ '^https?://'),
  youtube_url text check (youtube_url ~ '^https?://'),
  updated_at timestamptz not null default now()
);

insert into shop_details default values;
