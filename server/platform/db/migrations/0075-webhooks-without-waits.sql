-- An order that wrote a delivery had to wait for the removal of its webhook, and then failed.
alter table webhook_delivery drop constraint webhook_delivery_webhook_id_fkey;

-- The time after the order's row was locked, not when the transaction began: receivers rely on the
-- sequence of these times.
alter table webhook_delivery alter column at set default clock_timestamp();
