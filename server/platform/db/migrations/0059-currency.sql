-- An ISO 4217 code from contract/currencies.ts; null is USD. Amounts are in its smallest unit, even
-- in columns named cents.
alter table shop_details
  add column currency text check (currency ~ '^[A-Z]{3}$');
