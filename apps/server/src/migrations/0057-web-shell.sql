-- Shell sessions of people on devices, current and past ones.
create table shell_session (
  tenant_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  device_name text not null,
  device_kind text not null,
  -- Where the device was when the session was opened.
  site_id uuid,
  opened_by uuid not null,
  opened_by_name text not null,
  opened_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  recorded boolean not null,
  -- The recording, a stored file. A job deletes files without a row here.
  file_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index shell_session_of on shell_session (tenant_id, device_id, opened_at desc, id desc);
create index shell_session_opened on shell_session (tenant_id, opened_at desc, id desc);
create index shell_session_open on shell_session (tenant_id) where ended_at is null;
create unique index shell_session_file on shell_session (tenant_id, file_id) where file_id is not null;
call app.wall_off('shell_session');

-- Accounts without a row do not record.
create table shell_setting (
  tenant_id uuid primary key references account (id) on delete cascade,
  recording boolean not null,
  keep_days int not null
);
call app.wall_off('shell_setting');
create index stored_file_recording on stored_file (created_at) where kind = 'shellRecording';
