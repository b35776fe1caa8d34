-- An empty category promises nothing: the taglines of 0002 are the demo's, which stores them itself.
update category set tagline = '', tagline_ar = ''
where tagline in ('Flagships, foldables and simple keypad phones', 'Sound, charging and everything that plugs in',
    'Laptops, cameras, games and the connected home')
  and not exists (select from product where category_id = category.id and deleted_at is null)
  and not exists (select from app_user where demo);
