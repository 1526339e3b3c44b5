-- A contact has one code for each purpose, and several to reset a password: each of those is a request of its own.
alter table verification_code rename column requester to request;
