-- The shop's data. Statements end with a semicolon and a blank line (see migrate.ts). Rules that
-- span several rows are in server/invariants.ts; all others are constraints here.

create extension if not exists pg_trgm;

-- Text as the search compares it: in lower case, without Arabic diacritics and tatweel, with
-- commonly confused letters unified, and with Western digits.
create function fold_text(raw text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  translate(
    lower(raw),
    'أإآٱىةؤئ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    'اااايهوي01234567890123456789'
  ),
  '[ً-ْٰـ]', '', 'g'
);

create table app_user (
  id bigint generated always as identity primary key,
  username text not null check (length(username) between 1 and 255),
  email text not null check (length(email) between 3 and 254),
  password_hash text,
  phone text check (length(phone) <= 255),
  country text check (length(country) <= 255),
  city text check (length(city) <= 255),
  picture_key text,
  account_type text not null default 'customer' check (account_type in ('customer', 'admin')),
  locale text not null default 'en' check (locale in ('en', 'ar')),
  demo boolean not null default false,
  event_seq bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index app_user_email on app_user (lower(email));

create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text,
  address text
);

create index session_of_user on session (user_id) where revoked_at is null;

-- Rate-limited attempts (failed sign-ins, sign-ups), counted per key and window.
create table throttle (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);

create index throttle_resets on throttle (resets_at);

create table category (
  id bigint generated always as identity primary key,
  name text not null unique,
  name_ar text not null,
  tagline text not null default '',
  tagline_ar text not null default '',
  picture_key text,
  position integer not null
);

create table product (
  id bigint generated always as identity primary key,
  sku text unique,
  category_id bigint not null references category (id),
  user_id bigint not null references app_user (id),
  seller text not null,
  name text not null check (length(name) between 1 and 300),
  name_ar text not null,
  description text not null,
  description_ar text not null,
  price_cents integer not null check (price_cents between 0 and 100000000),
  compare_at_cents integer check (compare_at_cents > price_cents),
  on_hand integer not null default 0 check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0 and reserved <= on_hand),
  sold integer not null default 0 check (sold >= 0),
  written_off integer not null default 0 check (written_off >= 0),
  rating_sum integer not null default 0,
  rating_count integer not null default 0 check (rating_count >= 0),
  -- Hundredths of a star, 0 if there are no ratings: an exact key for sorting and paging.
  rating_x100 integer not null generated always as (
    case when rating_count = 0 then 0 else round(rating_sum * 100.0 / rating_count) end
  ) stored,
  -- [{key, alt, alt_ar}], the main picture first.
  pictures jsonb not null default '[]' check (jsonb_typeof(pictures) = 'array'),
  picture_key text generated always as (pictures -> 0 ->> 'key') stored,
  discount_permille integer not null generated always as (
    case when compare_at_cents is null then 0
    else ((compare_at_cents - price_cents) * 1000::bigint / compare_at_cents)::integer end
  ) stored,
  -- [{key, label, label_ar, value, value_ar}].
  specs jsonb not null default '[]' check (jsonb_typeof(specs) = 'array'),
  search_text text not null generated always as (
    fold_text(name || ' ' || name_ar || ' ' || seller || ' ' || description || ' ' || description_ar)
  ) stored,
  demo boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- One index for each sort order of a list, with and without a category; the id makes each key
-- unique.
create index product_newest on product (created_at desc, id desc) where deleted_at is null;

create index product_price on product (price_cents, id) where deleted_at is null;

create index product_rating on product (rating_x100 desc, id desc) where deleted_at is null;

create index product_sold on product (sold desc, id desc) where deleted_at is null;

create index product_category_newest on product (category_id, created_at desc, id desc) where deleted_at is null;

create index product_category_price on product (category_id, price_cents, id) where deleted_at is null;

create index product_category_rating on product (category_id, rating_x100 desc, id desc) where deleted_at is null;

create index product_category_sold on product (category_id, sold desc, id desc) where deleted_at is null;

create index product_category_offers on product (category_id, discount_permille desc, id desc) where deleted_at is null;

create index product_search on product using gin (search_text gin_trgm_ops) where deleted_at is null;

create index product_owner on product (user_id);

create table rating (
  user_id bigint not null references app_user (id) on delete cascade,
  product_id bigint not null references product (id) on delete cascade,
  stars integer not null check (stars between 1 and 5),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

create index rating_product on rating (product_id, stars);

create table cart_item (
  user_id bigint not null references app_user (id) on delete cascade,
  product_id bigint not null references product (id) on delete cascade,
  quantity integer not null default 1 check (quantity between 1 and 99),
  is_read boolean not null default false,
  added_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

create index cart_item_product on cart_item (product_id);

-- The lines of one request to order. The key stops a repeated request from ordering again; the
-- response to a repetition is built again from the orders, whose columns used for it never change.
create table order_batch (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  idempotency_key text check (length(idempotency_key) between 1 and 255),
  body_hash bytea not null,
  order_count integer not null check (order_count >= 1),
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key)
);

-- One row per product line, as on the wire. Price and name are those at the time of ordering.
create table orders (
  id bigint generated always as identity primary key,
  batch_id bigint not null references order_batch (id),
  user_id bigint not null references app_user (id),
  product_id bigint not null references product (id),
  product_name text not null,
  product_name_ar text not null,
  picture_key text,
  quantity integer not null check (quantity between 1 and 99),
  unit_price_cents integer not null check (unit_price_cents >= 0),
  total_cents bigint not null check (total_cents = unit_price_cents::bigint * quantity),
  payment_method text not null default 'card',
  delivery_method text not null default 'delivery',
  state text not null default 'pending' check (state in ('pending', 'confirm', 'complete', 'canceled')),
  confirmed_at timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  canceled_at timestamptz,
  hold_expires_at timestamptz,
  demo boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state <> 'complete' or paid_at is not null),
  check ((state = 'canceled') = (canceled_at is not null)),
  check (delivered_at is null or paid_at is not null)
);

create index orders_user on orders (user_id, id desc);

create index orders_product on orders (product_id);

create index orders_batch on orders (batch_id);

create index orders_state on orders (state, id desc);

create index orders_unpaid on orders (created_at) where state in ('pending', 'confirm');

create table order_history (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  move text not null check (move in ('place', 'confirm', 'pay', 'deliver', 'cancel', 'refund')),
  from_state text,
  to_state text not null,
  actor text not null check (actor in ('customer', 'admin', 'server')),
  actor_id bigint references app_user (id),
  at timestamptz not null default now(),
  -- Every move listed in contract/order-moves.ts happens at most once to an order.
  unique (order_id, move)
);

-- Append-only ledger of all units; see the equations E1 to E4.
create table stock_ledger (
  id bigint generated always as identity primary key,
  product_id bigint not null references product (id),
  d_on_hand integer not null default 0,
  d_reserved integer not null default 0,
  reason text not null check (reason in ('initial', 'restock', 'reserve', 'release', 'sale', 'return', 'write_off')),
  order_id bigint references orders (id),
  actor_id bigint references app_user (id),
  note text,
  at timestamptz not null default now(),
  -- Prevents releasing, selling or returning the same order twice.
  unique (order_id, reason)
);

create index stock_ledger_product on stock_ledger (product_id, id);

create unique index stock_ledger_initial on stock_ledger (product_id) where reason = 'initial';

create function refuse_ledger_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'stock_ledger is append-only';
end
$$;

create trigger stock_ledger_append_only before update or delete on stock_ledger
for each row execute function refuse_ledger_change();

create table payment (
  id uuid primary key,
  order_id bigint not null references orders (id),
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_ref text unique,
  amount_cents bigint not null check (amount_cents >= 0),
  state text not null check (state in ('started', 'authorized', 'captured', 'failed', 'voided', 'refunded')),
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index payment_live on payment (order_id) where state in ('started', 'authorized', 'captured');

create index payment_order on payment (order_id);

-- Events to deliver after a change: written in its transaction, delivered after the commit.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  user_id bigint references app_user (id) on delete cascade,
  -- Numbers one user's events without gaps; null for events that are not for a single user.
  seq bigint,
  payload jsonb not null,
  history_id bigint unique references order_history (id),
  attempts integer not null default 0,
  available_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  unique (user_id, seq)
);

create index outbox_waiting on outbox (available_at, id) where done_at is null;

create index outbox_done on outbox (done_at) where done_at is not null;
