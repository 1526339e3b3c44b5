-- A campaign that starts at a local time of each site: {date, time, until, nights}.
alter table upgrade_campaign
  add column local_start jsonb,
  add column revision int not null default 1;

-- When devices of a site may start in a campaign or a command schedule with a local start.
create table rollout_site (
  tenant_id uuid not null references account (id) on delete cascade,
  rollout_id uuid not null,
  site_id uuid not null,
  -- The zone for which the window was computed.
  time_zone text not null,
  -- From 1.
  night int not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- When its first window opened; until then the site can be edited.
  began_at timestamptz,
  primary key (tenant_id, rollout_id, site_id)
);
call app.wall_off('rollout_site');

-- One command for many devices at a later time.
create table command_schedule (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  command text not null,
  params jsonb not null,
  state text not null,
  -- With a local start the earliest one of all sites.
  start_at timestamptz not null,
  local_start jsonb,
  revision int not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index command_schedule_at on command_schedule (tenant_id, created_at desc, id desc);
create index command_schedule_due on command_schedule (due_at) where ended_at is null;
create index command_schedule_age on command_schedule (ended_at) where ended_at is not null;
call app.wall_off('command_schedule');

create table command_schedule_device (
  tenant_id uuid not null,
  schedule_id uuid not null,
  -- Kept after the device was deleted.
  device_id uuid not null,
  device_name text not null,
  device_kind text not null,
  site_id uuid,
  state text not null,
  reason text,
  command_id uuid,
  primary key (tenant_id, schedule_id, device_id),
  foreign key (tenant_id, schedule_id) references command_schedule (tenant_id, id) on delete cascade
);
create index command_schedule_device_waiting on command_schedule_device (tenant_id, schedule_id)
  where state = 'waiting';
create index command_schedule_device_of on command_schedule_device (tenant_id, device_id);
call app.wall_off('command_schedule_device');
