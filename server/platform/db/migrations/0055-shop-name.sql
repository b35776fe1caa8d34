-- The shop's name in each language; null is Barq, as in contract/brand.ts.
alter table shop_details
  add column name text check (length(name) between 1 and 60),
  add column name_ar text check (length(name_ar) between 1 and 60),
  add column tagline text check (length(tagline) between 1 and 200),
  add column tagline_ar text check (length(tagline_ar) between 1 and 200),
  -- The URL of an uploaded picture.
  add column logo text check (length(logo) between 1 and 500),
  -- The language for visitors who have not chosen one; null is the browser's language.
  add column locale text check (length(locale) between 1 and 10),
  add check (name_ar is null or name is not null);

create function shop_names() returns jsonb
language sql stable
as $$
  select jsonb_build_object('name', coalesce(name, 'Barq'), 'name_ar', coalesce(name_ar, name, 'برق'))
  from shop_details
$$;

-- As in migration 0051, but also with the shop's name at the time.
create or replace function set_invoice_zone() returns trigger
language plpgsql
as $$
begin
  new.body := new.body || jsonb_build_object('time_zone', shop_zone(), 'shop', shop_names());
  return new;
end
$$;
