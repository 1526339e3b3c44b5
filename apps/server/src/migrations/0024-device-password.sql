-- The password of the device itself, sealed; null when it is told none.
alter table device add column sealed_password text;
