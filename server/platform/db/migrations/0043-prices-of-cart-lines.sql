-- What the product cost when its line was put into the cart, so that a change since is pointed out
-- however the page is opened; null for lines from before.
alter table cart_item add column added_cents bigint check (added_cents >= 0);
