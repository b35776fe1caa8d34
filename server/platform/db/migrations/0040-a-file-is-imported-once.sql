-- A file is imported once. Its job knows it by its hash, and by the rows that are in, so that the same
-- file goes on where its job stopped.
update import_job set state = 'stopped' where state = 'running' and updated_at < now() - interval '1 minute';

-- SHA-256; null for the jobs before.
alter table import_job add column file_hash bytea;

create unique index import_job_running on import_job ((true)) where state = 'running';
create index import_job_file on import_job (file_hash);

-- The rows that a job has applied, until all of them are.
create table import_row (
  job_id bigint not null references import_job (id) on delete cascade,
  row integer not null,
  -- Also when the product is gone: the row is not applied again.
  product_id bigint not null,
  -- What an accessory fits is applied after all rows.
  is_done boolean not null,
  primary key (job_id, row)
);
