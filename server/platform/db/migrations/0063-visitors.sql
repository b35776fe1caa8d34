-- Who may look around in the shop; null is the default, which shows visitors the sign-in.
alter table shop_details add column visitors text check (visitors in ('sign-in', 'browse'));
