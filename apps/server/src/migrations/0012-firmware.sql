-- Public keys whose signatures on images an account trusts.
create table firmware_key (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  fingerprint text not null,
  pem text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index firmware_key_fingerprint on firmware_key (tenant_id, fingerprint);
call app.wall_off('firmware_key');

create table firmware (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  kind text not null,
  version text not null,
  notes text not null,
  file_id uuid not null,
  size bigint not null,
  sha256 text not null,
  signature text not null,
  -- The key that signed it and what it was called then; both null for an image without a signature.
  key_fingerprint text,
  signed_by text,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, file_id)
);
call app.wall_off('firmware');

-- The models an image is made for; the kind and the version stand here too, because no two images may share all three.
create table firmware_model (
  tenant_id uuid not null,
  firmware_id uuid not null,
  model text not null,
  kind text not null,
  model_key text not null generated always as (lower(model)) stored,
  version_key text not null,
  primary key (tenant_id, firmware_id, model),
  foreign key (tenant_id, firmware_id) references firmware (tenant_id, id) on delete cascade
);
create unique index firmware_version on firmware_model (tenant_id, kind, model_key, version_key);
call app.wall_off('firmware_model');

create table upgrade_campaign (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- The log outlives the image: what it was is kept with the campaign.
  firmware_id uuid not null,
  kind text not null,
  models text[] not null,
  version text not null,
  state text not null,
  stop_reason text,
  start_at timestamptz,
  began_at timestamptz,
  waves int[] not null,
  wave int not null,
  stop_at_failed_percent int not null,
  retries int not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  -- When there will be something to do at the latest, whatever is heard before.
  due_at timestamptz not null,
  -- Set when nothing of it waits or runs any more.
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index upgrade_campaign_at on upgrade_campaign (tenant_id, created_at desc, id desc);
create index upgrade_campaign_due on upgrade_campaign (due_at) where ended_at is null;
create index upgrade_campaign_open on upgrade_campaign (tenant_id, firmware_id) where ended_at is null;
call app.wall_off('upgrade_campaign');

-- One device in a campaign, or an upgrade a device did by itself (no campaign).
create table upgrade (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  campaign_id uuid,
  -- The log outlives the device: what it was called and where it stood is kept with it.
  device_id uuid not null,
  device_name text not null,
  device_kind text not null,
  site_id uuid,
  wave int not null,
  place int not null,
  state text not null,
  reason text,
  percent int,
  from_version text not null,
  to_version text not null,
  attempts int not null default 0,
  attempts_max int not null,
  -- The order of the attempt that runs, or of the last one.
  command_id uuid,
  -- Waiting: not before then. Upgrading: looked at again then.
  next_at timestamptz not null,
  progress_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Where it stands in the log.
  at timestamptz not null generated always as (coalesce(started_at, created_at)) stored,
  text text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, campaign_id) references upgrade_campaign (tenant_id, id) on delete cascade,
  check ((state in ('waiting', 'upgrading')) = (ended_at is null))
);
-- No device is upgraded by two at once.
create unique index upgrade_running on upgrade (tenant_id, device_id) where state = 'upgrading';
create index upgrade_check on upgrade (next_at) where state = 'upgrading';
create index upgrade_running_site on upgrade (tenant_id, site_id) where state = 'upgrading';
create index upgrade_order on upgrade (tenant_id, command_id) where state = 'upgrading';
create index upgrade_waiting on upgrade (tenant_id, campaign_id, wave, place) where state = 'waiting';
create index upgrade_waiting_device on upgrade (tenant_id, device_id) where state = 'waiting';
create index upgrade_of_campaign on upgrade (tenant_id, campaign_id, state, wave);
create index upgrade_of_device on upgrade (tenant_id, device_id, at desc, id desc);
create index upgrade_log on upgrade (tenant_id, at desc, id desc);
create index upgrade_age on upgrade (ended_at) where ended_at is not null;
call app.wall_off('upgrade');

-- The version a device said it runs when it last said hello: how a change that nobody ordered is noticed.
create table device_firmware (
  tenant_id uuid not null,
  device_id uuid not null,
  version text not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
call app.wall_off('device_firmware');
