-- The time zone of the shop's days and hours (an IANA name); null is UTC.
alter table shop_details add column time_zone text
  check (time_zone is null or length(time_zone) <= 64 and now() at time zone time_zone is not null);

create function shop_zone() returns text
language sql stable
as $$ select coalesce(time_zone, 'UTC') from shop_details $$;

-- When a day begins in a zone. If clocks go back across midnight, it begins twice: the first time
-- counts.
create function start_of_day(day date, zone text) returns timestamptz
language sql stable
as $$
  select case when ((midnight - interval '1 hour') at time zone zone)::date = day
    then midnight - interval '1 hour' else midnight end
  from (select day::timestamp at time zone zone as midnight) once
$$;

-- In another zone, the days of the totals are different.
create trigger time_zone_changed after update of time_zone on shop_details
for each row when (old.time_zone is distinct from new.time_zone)
execute function reopen_days();

-- As in migration 0027, but with the year in the shop's zone.
create or replace function take_invoice_number(of_series text, at timestamptz, out issued timestamptz,
  out of_year integer, out number integer)
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtext('barq invoices'), hashtext(of_series));
  issued := coalesce(at, clock_timestamp());
  of_year := extract(year from issued at time zone shop_zone());
  insert into invoice_series (series, year, last) values (of_series, of_year, 1)
  on conflict (series, year) do update set last = invoice_series.last + 1
  returning last into number;
end
$$;

-- An invoice keeps the time zone of its date.
create function set_invoice_zone() returns trigger
language plpgsql
as $$
begin
  new.body := new.body || jsonb_build_object('time_zone', shop_zone());
  return new;
end
$$;

create trigger invoice_zone before insert on invoice
for each row execute function set_invoice_zone();
