-- Who takes money is known by code (server/payments/providers.ts), which a version may have more of.
alter table payment drop constraint payment_provider_check;
alter table payment add constraint payment_provider_check check (provider ~ '^[a-z][a-z0-9-]{0,31}$');
