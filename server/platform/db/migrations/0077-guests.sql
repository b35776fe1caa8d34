-- A guest is an account that belongs to one purchase: it has no password, and its e-mail is
-- unconfirmed and may also be used by others (decision 0061).
alter table app_user add column guest boolean not null default false;
alter table app_user add check (
  not guest or (account_type = 'customer' and password_hash is null and email_confirmed_at is null)
);

drop index app_user_email;
create unique index app_user_email on app_user (lower(email)) where not guest;
create index app_user_guest on app_user (lower(email)) where guest;

-- Links to a guest's orders, one in each e-mail; once the guest is joined to an account, they lead
-- to its orders.
create table guest_link (
  token_hash bytea primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index guest_link_user on guest_link (user_id);

alter table shop_details drop constraint shop_details_visitors_check;
alter table shop_details add check (visitors in ('sign-in', 'browse', 'order'));

-- A guest's invoice may be assigned to an account; nothing else about it can change.
create or replace function keep_invoice() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and old.series = 'demo' then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    and exists (select from app_user where id = old.user_id and guest) then
    return new;
  end if;
  raise exception 'invoice % is issued: it cannot be changed', old.id;
end
$$;

-- A guest's uses are added to the account's even beyond the limit.
create or replace function limit_coupon_customer() returns trigger
language plpgsql
as $$
begin
  -- Returning a use is always allowed, since staff may have lowered the limit meanwhile.
  if tg_op = 'UPDATE' and new.uses <= old.uses or current_setting('barq.join', true) = 'on' then
    return new;
  end if;
  if new.uses > (select max_uses_per_customer from coupon where id = new.coupon_id) then
    raise exception 'coupon % is used up by customer %', new.coupon_id, new.user_id
      using errcode = 'check_violation', constraint = 'coupon_customer_used_up';
  end if;
  return new;
end
$$;
