-- Files that are of use for a while only, such as exported tables.
alter table stored_file add column expires_at timestamptz;
create index stored_file_expiry on stored_file (expires_at) where expires_at is not null;

-- Codes a device comes in with. Only the hash is kept.
create table claim_code (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  hash bytea not null unique,
  site_id uuid,
  uses_left int not null,
  expires_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create index claim_code_by_age on claim_code (tenant_id, created_at desc, id desc);
call app.wall_off('claim_code');

-- Makers of certificates an account trusts beside our own.
create table trusted_ca (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  fingerprint text not null,
  pem text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, fingerprint)
);
call app.wall_off('trusted_ca');

create table device_group (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  site_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create unique index device_group_name on device_group (tenant_id, site_id, lower(name));
call app.wall_off('device_group');

create table device (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  site_id uuid,
  group_id uuid,
  -- The controller or gateway it stands under.
  managed_by uuid,
  kind text not null,
  serial text not null check (serial ~ '^[0-9a-f]{12}$'),
  sn text not null,
  name text not null,
  position text not null default '',
  remark text not null default '',
  model text not null default '',
  version text not null default '',
  ip text not null default '',
  abilities jsonb,
  status text not null default 'offline',
  upgrade_status text not null default 'none',
  configuration_state text not null default 'none',
  ha_mode text,
  ha_status text,
  ha_peer uuid,
  first_online_at timestamptz,
  online_at timestamptz,
  offline_at timestamptz,
  -- The process that holds its connection, and which of its connections it is.
  gateway_id uuid,
  connection_id uuid,
  -- What people search by.
  search text not null generated always as (
    lower(name || ' ' || sn || ' ' || serial || ' ' || ip || ' ' || position || ' ' || model)
  ) stored,
  -- Addresses sort by their figures; whatever else a device said about its address does not.
  sort_ip inet generated always as (
    case when ip ~ '^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.|$)){4}$' and right(ip, 1) <> '.' then ip::inet end
  ) stored,
  -- A column of its own: conditions on an expression are not looked up in an index behind a wall.
  sort_name text not null generated always as (lower(name)) stored,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, site_id) references site (tenant_id, id),
  foreign key (tenant_id, group_id) references device_group (tenant_id, id) on delete set null (group_id),
  foreign key (tenant_id, managed_by) references device (tenant_id, id) on delete set null (managed_by)
);
create unique index device_serial on device (tenant_id, serial);
create unique index device_sn on device (tenant_id, sn) where sn <> '';
-- Lists show what stands in a site, by name unless told otherwise; the rest waits in a list of its own.
create index device_by_name on device (tenant_id, sort_name, id) where site_id is not null;
create index device_site on device (tenant_id, site_id, sort_name, id);
create index device_kind on device (tenant_id, kind, sort_name, id) where site_id is not null;
create index device_status on device (tenant_id, status, sort_name, id) where site_id is not null;
create index device_waiting on device (tenant_id, id) where site_id is null;
create index device_group_of on device (tenant_id, group_id) where group_id is not null;
create index device_managed_by on device (tenant_id, managed_by) where managed_by is not null;
create index device_gateway on device (gateway_id) where gateway_id is not null;
create index device_by_serial on device (serial);
call app.wall_off('device');

-- Outlives its device: a certificate that was revoked stays revoked when the device is removed and comes back.
create table device_certificate (
  tenant_id uuid not null references account (id) on delete cascade,
  fingerprint text not null,
  serial text not null,
  device_id uuid,
  claim_code_id uuid,
  not_after timestamptz not null,
  issued_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant_id, fingerprint),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete set null (device_id)
);
create index device_certificate_by_fingerprint on device_certificate (fingerprint);
create index device_certificate_of on device_certificate (tenant_id, device_id);
call app.wall_off('device_certificate');

-- What a device should run, version by version; the newest applied one is the last good one.
create table device_configuration (
  tenant_id uuid not null,
  device_id uuid not null,
  version int not null,
  document jsonb not null,
  state text not null,
  rejected jsonb not null default '[]',
  reason text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (tenant_id, device_id, version),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
call app.wall_off('device_configuration');

-- Processes that hold devices' connections.
create table gateway_process (
  id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
call app.system_only('gateway_process');

-- How people like to look at tables.
create table saved_view (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  manager_id uuid not null references manager (id) on delete cascade,
  table_name text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index saved_view_name on saved_view (tenant_id, manager_id, table_name, lower(name));
create index saved_view_manager on saved_view (manager_id);
call app.wall_off('saved_view');
