-- An import can be undone for a day: its rows stay, with what was before them.
alter table import_row
  -- Of the product when the row was applied; it is put back only while it is still the same.
  add column version integer,
  -- The fields that the row changed, as they were; null for a product that it made.
  add column before jsonb check (jsonb_typeof(before) = 'object'),
  -- That the row added, or took away.
  add column units integer not null default 0;

alter table import_job
  add column undo_state text check (undo_state in ('running', 'done', 'stopped')),
  -- Of its last progress.
  add column undo_at timestamptz,
  add column undone integer not null default 0,
  -- The products that could not be put back, and the first of them: [{row, id, name, reason}].
  add column kept integer not null default 0,
  add column kept_rows jsonb not null default '[]' check (jsonb_typeof(kept_rows) = 'array');
