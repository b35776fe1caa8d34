-- An API token is an owner's session that lasts until it is revoked, with the rights of its role.
alter table session add column api_name text, add column api_role text,
  add constraint session_api check (num_nulls(api_name, api_role) in (0, 2)),
  add constraint session_api_role check (api_role in ('manager', 'orders', 'catalog', 'reader'));

create index session_api_tokens on session (id) where api_name is not null;
