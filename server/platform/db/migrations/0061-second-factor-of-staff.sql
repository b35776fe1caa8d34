-- What the owners require of all staff: one row.
create table staff_rules (
  is_only boolean primary key default true check (is_only),
  second_factor_required boolean not null default false
);
insert into staff_rules default values;
