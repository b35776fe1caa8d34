-- An e-mail is confirmed by opening a link sent to it, and a change of e-mail waits for that
-- (decision 0018). Until now a change took effect at once and was reverted if nobody confirmed it.

-- When somebody opened a link sent to the account's address, or a provider vouched for it; null
-- until then.
alter table app_user add column email_confirmed_at timestamptz;

-- Whether the old address had been confirmed: only then is it reserved for the account.
alter table email_change add column old_confirmed boolean not null default false;

update email_change set old_confirmed = true where confirmed_at is not null;

-- Accounts whose password was set by a link sent to the new address after the change, which proves
-- access to that mailbox. Nothing older may give access to them.
create temporary table proven on commit drop as
select distinct c.user_id as id
from email_change c
join app_user u on u.id = c.user_id and lower(u.email) = lower(c.new_email)
join outbox asked on asked.topic = 'password-link-asked' and asked.created_at >= c.created_at
  and lower(asked.payload ->> 'email') = lower(c.new_email)
join outbox changed on changed.topic = 'password-changed' and changed.id > asked.id
  and (changed.payload ->> 'userId')::bigint = c.user_id
where c.confirmed_at is null and c.undone_at is null;

delete from identity where user_id in (select id from proven);

delete from email_change where user_id in (select id from proven);

-- Unconfirmed changes followed by a confirmed one had taken effect: undoing them restores the first
-- address.
update email_change c set confirmed_at = now()
where confirmed_at is null and undone_at is null and exists (
  select from email_change later
  where later.user_id = c.user_id and later.id > c.id and later.confirmed_at is not null
    and later.undone_at is null
);

-- All others had taken effect too, and are now pending: the account has its earlier e-mail again,
-- and the last change takes effect when its link is opened.
create temporary table waiting on commit drop as
select user_id, min(id) as first_id, max(id) as last_id
from email_change where confirmed_at is null and undone_at is null group by user_id;

update app_user u set email = began.old_email
from waiting w
join email_change began on began.id = w.first_id
join email_change ended on ended.id = w.last_id
where u.id = w.user_id and u.deleted_at is null and lower(u.email) = lower(ended.new_email)
  and not exists (
    select from app_user other
    where lower(other.email) = lower(began.old_email) and other.id <> u.id
  );

update email_change c set old_email = u.email
from waiting w join app_user u on u.id = w.user_id
where c.id = w.last_id;

update email_change c set undone_at = now()
from waiting w join app_user u on u.id = w.user_id
where c.user_id = w.user_id and c.confirmed_at is null and c.undone_at is null
  and (c.id <> w.last_id or lower(c.new_email) = lower(u.email));

-- Only one change is pending at a time: a newer one replaces it.
create unique index email_change_waiting on email_change (user_id)
where confirmed_at is null and undone_at is null;

-- Changes are no longer reverted automatically.
delete from outbox where topic = 'email-restored' and done_at is null;

update app_user u set email_confirmed_at = now()
where account_type = 'admin' or demo
  or exists (select from proven p where p.id = u.id)
  or exists (select from identity i where i.user_id = u.id)
  or exists (
    select from email_change c
    where c.user_id = u.id and c.confirmed_at is not null and lower(c.new_email) = lower(u.email)
  );

-- A link can set a password only while the account still has the address that it was sent to; null
-- for older links.
alter table password_reset add column email text;

-- Links with which an account confirms its current e-mail; each attempt at sending creates another.
create table email_confirmation (
  token_hash bytea primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);

create index email_confirmation_user on email_confirmation (user_id);

create index email_confirmation_expiry on email_confirmation (expires_at);

-- Every rating is stored, but it counts only once its account has confirmed its e-mail or paid for
-- the product; existing ratings continue to count.
alter table rating add column counted boolean not null default true;

drop index rating_product;

create index rating_product on rating (product_id, stars) include (counted);

-- Makes an account's ratings count if they do not yet: all of them, or the rating of one product.
create function count_ratings(account bigint, one bigint) returns void
language sql
as $$
  select from product where id in (
    select product_id from rating
    where user_id = account and not counted and (one is null or product_id = one)
  ) order by id for no key update;
  with newly as (
    update rating set counted = true
    where user_id = account and not counted and (one is null or product_id = one)
    returning product_id, stars
  )
  update product set rating_sum = rating_sum + stars, rating_count = rating_count + 1
  from newly where product.id = newly.product_id;
$$;

create function count_ratings_of_account() returns trigger
language plpgsql
as $$
begin
  perform count_ratings(new.id, null);
  return null;
end
$$;

create trigger app_user_confirmed after update of email_confirmed_at on app_user for each row
when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function count_ratings_of_account();

create function count_rating_of_buyer() returns trigger
language plpgsql
as $$
begin
  perform count_ratings(new.user_id, new.product_id);
  return null;
end
$$;

create trigger orders_paid after update of state on orders for each row
when (old.state <> new.state and new.state = 'complete')
execute function count_rating_of_buyer();
