-- The price of the product when the line was added to the cart, so that a change since then is
-- pointed out however the page is opened; null for older lines.
alter table cart_item add column added_cents bigint check (added_cents >= 0);
