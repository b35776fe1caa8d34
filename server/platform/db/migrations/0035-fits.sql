-- What an accessory fits: rows that staff enter, each for a device, a family of devices, or a rule
-- about the attributes of devices. Without such a row an accessory fits nothing.
create table fit (
  id bigint generated always as identity primary key,
  product_id bigint not null references product (id) on delete cascade,
  device_id bigint references product (id) on delete cascade,
  -- A row with neither is a rule. If the family or a condition of a row was deleted, it becomes a
  -- rule that has no conditions: it matches no device, and leaves the others undecided.
  family_id bigint references family (id) on delete set null,
  check (num_nonnulls(device_id, family_id) <= 1),
  check (device_id <> product_id)
);

create index fit_product on fit (product_id);

create unique index fit_device on fit (device_id, product_id) where device_id is not null;

create unique index fit_family on fit (family_id, product_id) where family_id is not null;

-- All conditions of a rule must be met. A condition of another kind than its attribute is never
-- decided.
create table fit_condition (
  fit_id bigint not null references fit (id) on delete cascade,
  attribute_id bigint not null references attribute (id) on delete cascade,
  choice_id bigint,
  is_true boolean,
  min_number double precision,
  max_number double precision,
  primary key (fit_id, attribute_id),
  foreign key (choice_id, attribute_id) references attribute_choice (id, attribute_id) on delete cascade,
  check (num_nonnulls(choice_id, is_true, coalesce(min_number, max_number)) = 1),
  check (min_number <= max_number)
);

create index fit_condition_value on fit_condition (attribute_id, choice_id);

-- If one condition is deleted, so are the others: without it, the rule would match more than staff
-- said.
create function drop_other_conditions() returns trigger
language plpgsql
as $$
begin
  -- The trigger also fires for statements that delete nothing.
  if exists (select from gone) then
    delete from fit_condition where fit_id in (select fit_id from gone);
  end if;
  return null;
end
$$;

create trigger fit_condition_gone after delete on fit_condition
referencing old table as gone for each statement execute function drop_other_conditions();

-- Conditions are dropped when the unit changes: 6.1 in is not 6.1 cm.
create function drop_conditions_of_unit() returns trigger
language plpgsql
as $$
begin
  delete from fit_condition where attribute_id = new.id;
  return null;
end
$$;

create trigger attribute_unit_changed after update of unit on attribute for each row
when (old.unit is distinct from new.unit) execute function drop_conditions_of_unit();

-- Whether staff say that the product fits nothing beyond its rows.
alter table product add column fits_only boolean not null default false;

-- Whether a device meets a condition: null if the device has no such value.
create function meets(
  condition fit_condition, number double precision, is_true boolean, choice_id bigint
) returns boolean language sql immutable as $$
  select case
    when condition.choice_id is not null then choice_id = condition.choice_id
    when condition.is_true is not null then is_true = condition.is_true
    else number >= coalesce(condition.min_number, '-infinity')
      and number <= coalesce(condition.max_number, 'infinity')
  end
$$;

-- Whether a row of an accessory matches a device: null if that is unknown. Devices are all products
-- other than accessories, including deleted ones: their owners still look for accessories.
create view fit_verdict as
select f.id as fit_id, f.product_id, device.id as device_id,
  case
    when f.device_id is not null then f.device_id = device.id
    when f.family_id is not null then coalesce(f.family_id = device.family_id, false)
    else (
      select case
        when bool_or(not judged.holds) then false
        when count(judged.holds) = count(*) and count(*) > 0 then true
      end
      from (
        select meets(rule, v.number, v.is_true, v.choice_id) as holds
        from fit_condition rule
        left join (
          product_attribute v join attribute a on a.id = v.attribute_id
        ) on v.attribute_id = rule.attribute_id and v.product_id = device.id
          -- A product that moved to another category keeps its values, but they are hidden.
          and a.category_id = device.category_id
        where rule.fit_id = f.id
      ) judged
    )
  end as covers
from fit f
join product accessory on accessory.id = f.product_id
cross join product device
where accessory.category_id = (select id from category where name = 'Accessories')
  and device.category_id <> accessory.category_id;

-- The known answers: fits (true) or does not fit (false). No row means unknown.
create function fit_answers(accessories bigint[], devices bigint[])
returns table (product_id bigint, device_id bigint, fits boolean)
language sql stable as $$
  select v.product_id, v.device_id, bool_or(coalesce(v.covers, false))
  from (
    -- The offset prevents each verdict from being computed again wherever it is used.
    select * from fit_verdict
    where fit_verdict.product_id = any(accessories) and fit_verdict.device_id = any(devices) offset 0
  ) v join product p on p.id = v.product_id
  group by v.product_id, v.device_id, p.fits_only
  having bool_or(v.covers) or (p.fits_only and bool_and(v.covers is false))
$$;

-- The accessories that fit a device, by rows for it or its family, and by the rules that its values
-- meet.
create function fitting_products(device bigint) returns setof bigint
language sql stable as $$
  with asked as materialized (
    select p.id, p.family_id, p.category_id from product p where p.id = device
      and p.category_id <> (select id from category where name = 'Accessories')
  ), covering as (
    select f.product_id from fit f join asked on f.device_id = asked.id
    union
    select f.product_id from fit f join asked on f.family_id = asked.family_id
    union
    select f.product_id from (
      select rule.fit_id, count(*) as met
      from asked join product_attribute v on v.product_id = asked.id
      join attribute a on a.id = v.attribute_id and a.category_id = asked.category_id
      join fit_condition rule on rule.attribute_id = v.attribute_id
      where meets(rule, v.number, v.is_true, v.choice_id)
      group by rule.fit_id
    ) held
    join fit f on f.id = held.fit_id
    where held.met = (select count(*) from fit_condition c where c.fit_id = held.fit_id)
  )
  select covering.product_id from covering join product p on p.id = covering.product_id
  where p.deleted_at is null
    and p.category_id = (select id from category where name = 'Accessories')
$$;

-- What customers said about devices: that they own one, or that one they bought is not theirs.
create table my_device (
  user_id bigint not null references app_user (id) on delete cascade,
  product_id bigint not null references product (id) on delete cascade,
  is_mine boolean not null,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

create index my_device_product on my_device (product_id);
