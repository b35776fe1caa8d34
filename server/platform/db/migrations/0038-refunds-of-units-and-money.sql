-- Units, money, fee and state of a refund are four separate things (decision 0042): units whose
-- money was already refunded are refunded with 0 cents, and an order may stay paid when all its
-- money has been refunded.
do $$
declare
  kept name;
begin
  select conname into strict kept from pg_constraint
  where conrelid = 'orders'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%refunded_cents%';
  execute format('alter table orders drop constraint %I', kept);
  select conname into strict kept from pg_constraint
  where conrelid = 'refund'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%amount_cents%';
  execute format('alter table refund drop constraint %I', kept);
end
$$;

alter table orders add constraint orders_refunded_cents
  check (refunded_cents between 0 and total_cents - discount_cents);

alter table refund add constraint refund_is_of_something
  check (amount_cents >= 0 and (amount_cents > 0 or units > 0));

-- A full refund of units that cost nothing, or whose money was already refunded, is a row too.
create or replace function keep_refund_of_goods() returns trigger
language plpgsql
as $$
declare
  was_paid boolean := true;
  -- A payment inserted as refunded belongs to an invented past.
  is_past boolean := tg_op = 'INSERT';
begin
  if not is_past then
    -- A payment that came too late paid for no units.
    was_paid := old.state = 'captured';
  end if;
  insert into refund (order_id, payment_id, amount_cents, kind, units, created_at)
  select new.order_id, new.id, left_over.cents, 'goods', left_over.units,
    case when is_past then coalesce(o.canceled_at, now()) else now() end
  from orders o cross join lateral (
    select new.amount_cents - new.delivery_cents - coalesce(sum(amount_cents), 0) as cents,
      case when was_paid and o.paid_at is not null then o.quantity - o.refunded_units else 0 end as units
    from refund where payment_id = new.id and kind = 'goods'
  ) left_over
  where o.id = new.order_id and (left_over.cents > 0 or left_over.units > 0);
  return null;
end
$$;

-- Existing refunds: orders that a coupon made free were refunded without a row.
insert into refund (order_id, payment_id, amount_cents, kind, units, created_at)
select distinct on (o.id) o.id, p.id, 0, 'goods', o.quantity - o.refunded_units, o.canceled_at
from orders o join payment p on p.order_id = o.id and p.state = 'refunded'
where o.state = 'canceled' and o.paid_at is not null and o.canceled_at is not null
  and p.amount_cents = p.delivery_cents
  and not exists (select from refund where order_id = o.id and kind = 'goods' and not is_part)
order by o.id, p.created_at, p.id;

-- A refund of no money sends no e-mail about money and has no credit note.
drop trigger refund_part_email on refund;

create trigger refund_part_email after insert on refund
for each row when (new.is_part and new.amount_cents > 0) execute function note_part_refund();

drop trigger refund_credit_note on refund;

create constraint trigger refund_credit_note after insert on refund
deferrable initially deferred
for each row when (new.amount_cents > 0) execute function credit_note_of_refund();
