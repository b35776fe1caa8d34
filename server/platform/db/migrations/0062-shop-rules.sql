-- The shop rules for orders and stock, set by staff: one row.
create table shop_rules (
  is_only boolean primary key default true check (is_only),
  -- Available units at or below which stock counts as low (LOW_STOCK_MAX in contract/limits.ts).
  low_stock integer not null default 5 check (low_stock >= 1 and low_stock <= 1000),
  -- Hours after which an unsent order counts as late (LATE_HOURS_MAX in the same file).
  late_hours integer not null default 24 check (late_hours >= 1 and late_hours <= 720)
);
insert into shop_rules default values;

alter table scarce_product drop constraint scarce_product_available_check;
alter table scarce_product add check (available >= 0);

-- An insert has no old row: its units are null, and `least` ignores nulls.
create or replace function note_scarcity() returns trigger
language plpgsql
as $$
declare
  few integer := (select low_stock from shop_rules);
begin
  if least(old.on_hand - old.reserved, few + 1) = least(new.on_hand - new.reserved, few + 1)
    and (old.deleted_at is null) = (new.deleted_at is null) then
    return null;
  end if;
  if new.on_hand - new.reserved > few or new.deleted_at is not null then
    delete from scarce_product where product_id = new.id;
  else
    insert into scarce_product (product_id, available) values (new.id, new.on_hand - new.reserved)
    on conflict (product_id) do update set available = excluded.available;
  end if;
  return null;
end
$$;

drop trigger product_starts_scarce on product;
create trigger product_starts_scarce after insert on product
for each row execute function note_scarcity();

drop trigger product_scarcity on product;
create trigger product_scarcity after update of on_hand, reserved, deleted_at on product
for each row when (
  old.on_hand - old.reserved <> new.on_hand - new.reserved
  or (old.deleted_at is null) <> (new.deleted_at is null)
) execute function note_scarcity();

create function recount_scarcity() returns trigger
language plpgsql
as $$
begin
  -- Waits for orders and stock changes in progress; later ones see the new limit.
  lock table product in exclusive mode;
  delete from scarce_product where available > new.low_stock;
  insert into scarce_product (product_id, available)
  select id, on_hand - reserved from product
  where on_hand - reserved <= new.low_stock and deleted_at is null
  on conflict do nothing;
  return null;
end
$$;

create trigger shop_rules_scarcity after update on shop_rules
for each row when (old.low_stock <> new.low_stock) execute function recount_scarcity();
