-- Keys that are revoked when their maker's password is changed or reset.
alter table api_key add column ends_with_password boolean not null default false;
