-- What a product had sold, and how it had been rated, before it came to this shop: there are no
-- orders and ratings behind these, so the rules over several rows (server/invariants.ts) count them in.
create table opening_figures (
  product_id bigint primary key references product (id) on delete cascade,
  sold integer not null check (sold >= 0),
  rating_count integer not null check (rating_count >= 0),
  rating_sum integer not null check (rating_sum between rating_count and 5 * rating_count)
);
