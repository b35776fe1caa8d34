-- SKUs as staff type them into the search: vl50 for VL-50.
create index product_joined_sku on product (regexp_replace(lower(sku), '[^a-z0-9]', '', 'g'))
  where sku is not null;
