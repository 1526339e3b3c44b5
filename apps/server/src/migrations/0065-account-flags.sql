-- What an account is: it runs the installation, it sells to customers of its own, it buys in the store. Permissions of these
-- pages exist only in accounts with the flag.
alter table account
  add column operator boolean not null default false,
  add column agent boolean not null default false,
  add column store boolean not null default true;
-- One account runs the installation: the first one.
create unique index account_operator on account (operator) where operator;
set local role airloom_system;
update account set operator = true
 where id = (select id from account where not demo and closed_at is null order by created_at, id limit 1);
reset role;
