-- The picture on a brand's page.
alter table brand add column logo text check (logo like '/media/%' and length(logo) <= 500);
