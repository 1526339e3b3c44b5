-- Keys that are revoked when their maker's password is changed or reset.
alter table api_key add column ends_with_password boolean not null default false;

-- Each requester has a code of its own, so that nobody uses up or blocks the code of somebody else. Empty where the
-- requester is known by other means.
alter table verification_code add column requester text not null default '';
alter table verification_code drop constraint verification_code_pkey;
alter table verification_code add primary key (purpose, target, requester);
