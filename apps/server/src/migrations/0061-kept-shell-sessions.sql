-- Sessions and their recordings stay until their retention ends, also when their device is deleted.
alter table shell_session drop constraint shell_session_tenant_id_device_id_fkey;
alter table shell_session add foreign key (tenant_id) references account (id) on delete cascade;
-- When the console last held the session: the end of one that it did not end itself.
alter table shell_session add column seen_at timestamptz;
