-- The rating shared by the products of a family, one row for each product: lists are sorted and
-- filtered by it. It is not in the products' own rows, since a rating would then wait for orders of
-- the other products, and they for it; and there is no foreign key, which would lock those rows
-- too.
create table family_rating (
  product_id bigint primary key,
  family_id bigint not null,
  category_id bigint not null,
  rating_sum bigint not null,
  rating_count bigint not null,
  rating_x100 integer not null generated always as (
    case when rating_count = 0 then 0 else round(rating_sum * 100.0 / rating_count) end
  ) stored
);

create index family_rating_family on family_rating (family_id);

create index family_rating_order on family_rating (rating_x100 desc, product_id desc);

create index family_rating_category_order on family_rating (category_id, rating_x100 desc, product_id desc);

-- The sort order of products that belong to no family.
drop index product_rating;

create index product_rating on product (rating_x100 desc, id desc) where deleted_at is null and family_id is null;

drop index product_category_rating;

create index product_category_rating on product (category_id, rating_x100 desc, id desc)
where deleted_at is null and family_id is null;

create function renew_family_ratings(families bigint[]) returns void
language plpgsql
as $$
begin
  -- Transactions run this one at a time and keep the lock until they commit, so the sums include
  -- what the others changed. Nothing else is locked afterwards, so they cannot deadlock.
  perform pg_advisory_xact_lock(hashtext('barq family ratings'));
  delete from family_rating r where family_id = any(families) and not exists (
    select from product p
    where p.id = r.product_id and p.family_id = r.family_id and p.deleted_at is null
  );
  insert into family_rating (product_id, family_id, category_id, rating_sum, rating_count)
  select id, family_id, category_id, sum(rating_sum) over of_family, sum(rating_count) over of_family
  from product where family_id = any(families) and deleted_at is null
  window of_family as (partition by family_id)
  -- When several products of a family change, most rows are already right after the first change.
  except select product_id, family_id, category_id, rating_sum, rating_count
  from family_rating where family_id = any(families)
  on conflict (product_id) do update set family_id = excluded.family_id, category_id = excluded.category_id,
    rating_sum = excluded.rating_sum, rating_count = excluded.rating_count;
end
$$;

create function renew_family_rating() returns trigger
language plpgsql
as $$
begin
  perform renew_family_ratings(array[old.family_id, new.family_id]);
  return null;
end
$$;

-- Deferred to the end of the transaction, when it has locked all the products it needs.
create constraint trigger product_family_rating_added after insert on product
deferrable initially deferred for each row when (new.family_id is not null)
execute function renew_family_rating();

create constraint trigger product_family_rating after update of rating_sum, rating_count, family_id, deleted_at on product
deferrable initially deferred for each row
when (num_nonnulls(old.family_id, new.family_id) > 0
  and (old.rating_sum, old.rating_count, old.family_id, old.deleted_at)
    is distinct from (new.rating_sum, new.rating_count, new.family_id, new.deleted_at))
execute function renew_family_rating();

create constraint trigger product_family_rating_removed after delete on product
deferrable initially deferred for each row when (old.family_id is not null)
execute function renew_family_rating();

select renew_family_ratings(array(select id from family));
