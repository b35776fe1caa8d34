-- The languages are listed in contract/locale.ts, and every call is validated against that list.
alter table app_user drop constraint app_user_locale_check;
alter table app_user add constraint app_user_locale_check check (locale ~ '^[a-z]{2,3}$');
