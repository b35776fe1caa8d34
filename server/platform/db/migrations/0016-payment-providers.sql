-- The code knows the payment providers (server/payments/providers.ts); another version may have
-- more of them.
alter table payment drop constraint payment_provider_check;
alter table payment add constraint payment_provider_check check (provider ~ '^[a-z][a-z0-9-]{0,31}$');
