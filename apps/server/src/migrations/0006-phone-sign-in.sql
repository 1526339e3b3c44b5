-- A phone is one and the same with or without the space behind its country code.
drop index manager_phone;
create unique index manager_phone on manager (replace(phone, ' ', '')) where closed_at is null;
