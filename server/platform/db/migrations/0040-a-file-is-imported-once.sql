-- A file is imported once. Its job recognises it by its hash, and knows the rows already imported,
-- so that the same file continues where its job stopped.
update import_job set state = 'stopped' where state = 'running' and updated_at < now() - interval '1 minute';

-- SHA-256; null for older jobs.
alter table import_job add column file_hash bytea;

create unique index import_job_running on import_job ((true)) where state = 'running';
create index import_job_file on import_job (file_hash);

-- The rows that a job has applied, kept until all of them are.
create table import_row (
  job_id bigint not null references import_job (id) on delete cascade,
  row integer not null,
  -- Kept when the product is deleted: the row is not applied again.
  product_id bigint not null,
  -- False until the row's compatibility has been applied, which happens after all rows.
  is_done boolean not null,
  primary key (job_id, row)
);
