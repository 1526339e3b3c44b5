-- A device that was never online is neither online nor offline.
alter table device alter column status set default 'neverConnected';
set local role airloom_system;
update device set status = 'neverConnected'
where status = 'offline' and first_online_at is null and online_at is null and offline_at is null;
reset role;

-- Simulated devices of a site that the console runs itself.
create table virtual_fleet (
  tenant_id uuid not null references account (id) on delete cascade,
  site_id uuid not null,
  -- Determines the addresses and the behaviour of its devices and clients.
  seed int not null,
  aps int not null check (aps >= 0),
  switches int not null check (switches >= 0),
  gateways int not null check (gateways >= 0),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, site_id),
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade,
  check (aps + switches + gateways > 0)
);
call app.wall_off('virtual_fleet');

-- Devices that enrol with such a code are virtual.
alter table claim_code add column virtual boolean not null default false;
alter table device add column virtual boolean not null default false;
create index device_virtual on device (tenant_id, site_id) where virtual;
