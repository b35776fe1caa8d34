-- The shop's own names for its categories; if empty, the page's names are used. `name` stays the
-- same in addresses and on the wire.
alter table category
  add column title text not null default '' check (length(title) <= 60),
  add column title_ar text not null default '' check (length(title_ar) <= 60),
  add check (length(tagline) <= 200 and length(tagline_ar) <= 200);
