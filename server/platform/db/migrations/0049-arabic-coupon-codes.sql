-- Coupon codes in Arabic letters, such as رمضان25: without vowel signs and elongations, which
-- people leave out.
alter table coupon drop constraint coupon_code_check;

alter table coupon add constraint coupon_code_check
  check (code ~ '^[A-Z0-9\u0621-\u063A\u0641-\u064A][A-Z0-9\u0621-\u063A\u0641-\u064A-]{2,31}$');
