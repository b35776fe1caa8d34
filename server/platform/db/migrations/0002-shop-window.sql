-- What the shop shows besides its products: the carousel and the partners strip. Also what every
-- shop has from the first start: its three categories, whose names are fixed in contract/locale.ts.

insert into category (name, name_ar, tagline, tagline_ar, picture_key, position)
values
  ('Phones', 'هواتف', 'Flagships, foldables and simple keypad phones',
    'هواتف رائدة وقابلة للطي وهواتف بأزرار بسيطة', 'category-phones', 0),
  ('Accessories', 'إكسسوارات', 'Sound, charging and everything that plugs in',
    'الصوت والشحن وكل ما يكمّل أجهزتك', 'category-accessories', 1),
  ('Electronics', 'إلكترونيات', 'Laptops, cameras, games and the connected home',
    'حواسيب محمولة وكاميرات وألعاب ومنزل ذكي', 'category-electronics', 2)
on conflict (name) do nothing;

-- A link is a path of the shop or an https address; anything else could run a script in the page.
create table slide (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  title_ar text not null check (length(title_ar) between 1 and 120),
  subtitle text not null default '' check (length(subtitle) <= 200),
  subtitle_ar text not null default '' check (length(subtitle_ar) <= 200),
  cta text not null check (length(cta) between 1 and 40),
  cta_ar text not null check (length(cta_ar) between 1 and 40),
  link text not null check (length(link) <= 500 and link ~ '^(/([^/\\].*)?|https://.+)$'),
  picture_key text not null,
  picture_alt text not null default '',
  picture_alt_ar text not null default '',
  position integer not null,
  is_active boolean not null default true,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table partner (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  name_ar text not null check (length(name_ar) between 1 and 120),
  logo text not null check (length(logo) <= 500 and logo ~ '^(/[^/\\].*|https://.+)$'),
  -- Width over height of the logo, so that the page can reserve its space before it has loaded.
  logo_ratio double precision not null default 3 check (logo_ratio > 0),
  link text check (length(link) <= 500 and link ~ '^(/([^/\\].*)?|https://.+)$'),
  position integer not null,
  is_active boolean not null default true,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One-time events in the life of this shop, such as the removal of its demo data.
create table milestone (
  name text primary key,
  at timestamptz not null default now()
);
