-- UTC also for a shop that has no details row.
create or replace function shop_zone() returns text
language sql stable
as $$ select coalesce((select time_zone from shop_details), 'UTC') $$;
