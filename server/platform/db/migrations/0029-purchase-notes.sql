-- The customer's note to the shop with a purchase.
alter table order_batch add column note text check (length(note) between 1 and 500);

-- Closing an account erases its notes, whichever version of the server closes it.
create function erase_purchase_notes() returns trigger
language plpgsql
as $$
begin
  update order_batch set note = null where user_id = new.id and note is not null;
  return null;
end
$$;

create trigger app_user_erase_notes after update of deleted_at on app_user
for each row when (old.deleted_at is null and new.deleted_at is not null)
execute function erase_purchase_notes();
