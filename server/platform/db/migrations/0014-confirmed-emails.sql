-- When somebody opened a link that was mailed to the account's address, or a provider vouched for
-- it; null as long as nobody has shown that the address is theirs.
alter table app_user add column email_confirmed_at timestamptz;

-- Opened by a change that its new address confirmed, or linked to a provider that vouched for it.
update app_user u set email_confirmed_at = now()
where account_type = 'admin'
  or exists (select from identity i where i.user_id = u.id)
  or exists (
    select from email_change c
    where c.user_id = u.id and c.confirmed_at is not null and lower(c.new_email) = lower(u.email)
  );
