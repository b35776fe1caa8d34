-- What a member of staff may do (contract/roles.ts); null for the owners, and for customers.
alter table app_user add column role text
  check (role in ('manager', 'orders', 'catalog', 'reader'))
  check (role is null or account_type = 'admin');
