-- The units sold and ratings of a product before it came to this shop: there are no orders or
-- ratings behind them, so the rules that span several rows (server/invariants.ts) add them.
create table opening_figures (
  product_id bigint primary key references product (id) on delete cascade,
  sold integer not null check (sold >= 0),
  rating_count integer not null check (rating_count >= 0),
  rating_sum integer not null check (rating_sum between rating_count and 5 * rating_count)
);
