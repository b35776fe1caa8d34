-- Reads the products of families portion by portion; without the id in it every portion read them all.
create index product_search_family_product on product_search (family_id, product_id)
  where family_id is not null;
drop index product_search_family;
