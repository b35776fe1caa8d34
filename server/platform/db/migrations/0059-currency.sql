-- An ISO 4217 code of contract/currencies.ts; null is USD. Amounts are in its smallest coin, whatever their columns say.
alter table shop_details
  add column currency text check (currency ~ '^[A-Z]{3}$');
