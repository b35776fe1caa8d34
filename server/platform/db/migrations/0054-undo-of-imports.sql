-- An import can be undone for a day: its rows are kept, with the previous values.
alter table import_row
  -- The product's version when the row was applied; the product is restored only while it has this version.
  add column version integer,
  -- The previous values of the changed fields; null if the row created the product.
  add column before jsonb check (jsonb_typeof(before) = 'object'),
  -- The units that the row added or removed.
  add column units integer not null default 0;

alter table import_job
  add column undo_state text check (undo_state in ('running', 'done', 'stopped')),
  -- When the undo last made progress.
  add column undo_at timestamptz,
  add column undone integer not null default 0,
  -- The number of products that could not be restored, and the first of them: [{row, id, name,
  -- reason}].
  add column kept integer not null default 0,
  add column kept_rows jsonb not null default '[]' check (jsonb_typeof(kept_rows) = 'array');
