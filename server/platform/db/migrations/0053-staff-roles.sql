-- The role of a staff member (contract/roles.ts); null for owners and customers.
alter table app_user add column role text
  check (role in ('manager', 'orders', 'catalog', 'reader'))
  check (role is null or account_type = 'admin');
