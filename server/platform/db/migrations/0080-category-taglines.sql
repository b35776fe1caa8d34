-- An empty category promises nothing: the taglines of 0002 are the demo's, which stores them itself.
update category set tagline = '', tagline_ar = ''
where (tagline, tagline_ar) in (
    ('Flagships, foldables and simple keypad phones', 'هواتف رائدة وقابلة للطي وهواتف بأزرار بسيطة'),
    ('Sound, charging and everything that plugs in', 'الصوت والشحن وكل ما يكمّل أجهزتك'),
    ('Laptops, cameras, games and the connected home', 'حواسيب محمولة وكاميرات وألعاب ومنزل ذكي'))
  and not exists (select from product where category_id = category.id and deleted_at is null)
  and not exists (select from app_user where demo);
