-- Privacy policy, terms and similar pages, as written by the shop; a page is not published while
-- both texts are empty.
create table legal_page (
  page text primary key check (page in ('privacy', 'terms', 'returns', 'accessibility')),
  text text not null check (length(text) <= 16000),
  text_ar text not null check (length(text_ar) <= 16000),
  updated_at timestamptz not null default now(),
  check (text <> '' or text_ar <> '')
);
