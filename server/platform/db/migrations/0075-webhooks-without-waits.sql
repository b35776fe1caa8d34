-- An order that wrote a delivery waited for the removal of its webhook, and then failed.
alter table webhook_delivery drop constraint webhook_delivery_webhook_id_fkey;

-- When the order's row was held, not when its transaction began: receivers go by the order of these times.
alter table webhook_delivery alter column at set default clock_timestamp();
