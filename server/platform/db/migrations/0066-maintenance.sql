-- While it is closed, customers can look but not order or pay. Both texts may be empty.
alter table shop_rules
  add column is_closed boolean not null default false,
  add column closed_text text not null default '',
  add column closed_text_ar text not null default '';
