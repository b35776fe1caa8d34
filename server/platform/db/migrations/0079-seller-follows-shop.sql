-- The seller on invoices has the shop's name until staff give it another one.
create function name_seller() returns trigger
language plpgsql
as $$
begin
  update seller set name = coalesce(new.name, 'Barq'), name_ar = coalesce(new.name_ar, new.name, 'برق'),
    updated_at = now()
  where name = coalesce(old.name, 'Barq') and name_ar = coalesce(old.name_ar, old.name, 'برق');
  return null;
end
$$;

create trigger shop_renamed after update of name, name_ar on shop_details
for each row execute function name_seller();
