-- Orders are found by phone and tracking numbers however they are written, and customers by the
-- names in their addresses.
create function phone_digits(raw text) returns text
language sql immutable strict parallel safe
return ltrim(regexp_replace(fold_text(raw), '\D', '', 'g'), '0');

create function tracking_key(raw text) returns text
language sql immutable strict parallel safe
return regexp_replace(fold_text(raw), '[^a-z0-9]', '', 'g');

create index orders_tracking on orders (tracking_key(tracking_number)) where tracking_number is not null;

create index app_user_phone on app_user (right(phone_digits(phone), 7))
where account_type = 'customer' and phone is not null;

create index address_phone on address (right(phone_digits(phone), 7));

create index address_name on address using gin (fold_text(name) gin_trgm_ops);
