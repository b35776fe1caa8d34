-- What visitors may see; null is the default, the sign-in only.
alter table shop_details add column visitors text check (visitors in ('sign-in', 'browse'));
