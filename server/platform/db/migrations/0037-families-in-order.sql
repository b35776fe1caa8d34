-- For reading the products of families batch by batch; without the id in the index, every batch
-- read all of them.
create index product_search_family_product on product_search (family_id, product_id)
  where family_id is not null;
drop index product_search_family;
