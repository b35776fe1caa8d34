-- As in migration 0055, but an invoice also keeps the seller's country. A credit note takes it from
-- its invoice.
create or replace function set_invoice_zone() returns trigger
language plpgsql
as $$
begin
  new.body := new.body || jsonb_build_object('time_zone', shop_zone(), 'shop', shop_names());
  if new.corrects_id is null then
    new.body := jsonb_set(new.body, '{seller,country}',
      coalesce(to_jsonb((select country from seller)), 'null'));
  end if;
  return new;
end
$$;
