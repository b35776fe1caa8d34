-- UTC for a shop without the row of details, too.
create or replace function shop_zone() returns text
language sql stable
as $$ select coalesce((select time_zone from shop_details), 'UTC') $$;
