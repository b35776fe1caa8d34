-- Privacy policy, terms and the like, as the shop wrote them; one without any text is not there.
create table legal_page (
  page text primary key check (page in ('privacy', 'terms', 'returns', 'accessibility')),
  text text not null check (length(text) <= 16000),
  text_ar text not null check (length(text_ar) <= 16000),
  updated_at timestamptz not null default now(),
  check (text <> '' or text_ar <> '')
);
