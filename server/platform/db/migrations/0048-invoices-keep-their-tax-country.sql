-- The country whose tax an invoice contains: the country of delivery, otherwise the seller's country
-- at that time.
alter table invoice add column tax_country text check (tax_country ~ '^[A-Z]{2}$');

alter table invoice disable trigger invoice_kept;

update invoice set tax_country = coalesce(body #>> '{buyer,address,country}', (select country from seller));

alter table invoice enable trigger invoice_kept;

-- A credit note has the country of its invoice.
create function set_tax_country() returns trigger
language plpgsql
as $$
begin
  new.tax_country := case when new.corrects_id is null
    then coalesce(new.body #>> '{buyer,address,country}', (select country from seller))
    else (select tax_country from invoice where id = new.corrects_id) end;
  return new;
end
$$;

create trigger invoice_tax_country before insert on invoice
for each row execute function set_tax_country();
