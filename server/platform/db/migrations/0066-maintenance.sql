-- While the shop is closed, customers can browse but neither order nor pay. Both texts may be
-- empty.
alter table shop_rules
  add column is_closed boolean not null default false,
  add column closed_text text not null default '',
  add column closed_text_ar text not null default '';
