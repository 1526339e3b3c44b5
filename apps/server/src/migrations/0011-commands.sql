-- One order to one or many devices, and what it says to all of them.
create table command_batch (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  command text not null,
  params jsonb not null,
  -- Null: nobody asked for it, a device was found to need it.
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index command_batch_at on command_batch (tenant_id, created_at desc, id desc);
create index command_batch_age on command_batch (created_at);
call app.wall_off('command_batch');

-- The order to one device: waiting (no sent_at), in flight, or ended.
create table command (
  tenant_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  -- The log outlives the device: what it was called and where it stood is kept with it.
  device_id uuid not null,
  device_name text not null,
  device_kind text not null,
  site_id uuid,
  command text not null,
  exclusive boolean not null,
  -- What it says to this device beyond what the order says to all.
  params jsonb not null,
  state text not null,
  created_at timestamptz not null,
  -- Until then it may wait, then be answered, then be confirmed.
  deadline timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  -- What the device said, and why the cloud ended it where the cloud did.
  text text not null default '',
  reason text,
  rejected jsonb not null default '[]',
  output text,
  file_id uuid,
  -- The address a device brings a capture to is good once; only its hash is kept.
  upload_hash bytea,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references command_batch (tenant_id, id) on delete cascade,
  check ((state = 'sending') = (ended_at is null))
);
-- One in flight per device, whichever process sends it.
create unique index command_in_flight on command (tenant_id, device_id)
  where sent_at is not null and ended_at is null;
create unique index command_exclusive on command (tenant_id, device_id, command)
  where exclusive and ended_at is null;
create index command_open on command (tenant_id, device_id, id) where ended_at is null;
create index command_deadline on command (deadline) where ended_at is null;
create index command_of_batch on command (tenant_id, batch_id, state);
create index command_of_device on command (tenant_id, device_id, created_at desc, id desc);
create unique index command_upload on command (upload_hash) where upload_hash is not null;
call app.wall_off('command');

-- What a person has looked at or removed from their own log.
create table command_mark (
  tenant_id uuid not null,
  manager_id uuid not null references manager (id) on delete cascade,
  batch_id uuid not null,
  hidden boolean not null,
  primary key (tenant_id, manager_id, batch_id),
  foreign key (tenant_id, batch_id) references command_batch (tenant_id, id) on delete cascade
);
create index command_mark_batch on command_mark (tenant_id, batch_id);
call app.wall_off('command_mark');
