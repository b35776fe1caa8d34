-- Whether orders are confirmed automatically, and how long a confirmed order can be paid; null is
-- the shop's default (PAY_MINUTES_MAX in contract/limits.ts).
alter table shop_rules
  add column auto_confirm boolean not null default true,
  add column pay_minutes integer check (pay_minutes >= 1 and pay_minutes <= 10080);
