-- The colour that staff choose for the shop; null is the default.
alter table shop_details add column accent text check (accent ~ '^#[0-9a-f]{6}$');
