-- What people set for an organization, a site, a device group or a device.
create table setting (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  kind text not null,
  level text not null,
  -- The one of the level is set.
  enterprise_id uuid,
  site_id uuid,
  group_id uuid,
  device_id uuid,
  -- The network of the organization that a site overrides.
  network_id uuid,
  -- Secrets are digests here: see setting_secret.
  value jsonb not null,
  version int not null,
  updated_by_name text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (num_nonnulls(enterprise_id, site_id, group_id, device_id) = 1),
  foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references device_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade,
  foreign key (tenant_id, network_id) references setting (tenant_id, id) on delete cascade
);
create index setting_enterprise on setting (tenant_id, enterprise_id) where enterprise_id is not null;
create index setting_site on setting (tenant_id, site_id) where site_id is not null;
create index setting_group on setting (tenant_id, group_id) where group_id is not null;
create index setting_device on setting (tenant_id, device_id) where device_id is not null;
-- A place has at most one of these kinds; networks may be many.
create unique index setting_single on setting
  (tenant_id, kind, coalesce(enterprise_id, site_id, group_id, device_id))
  where kind in ('radios', 'whitelist', 'gatewayAuth');
create unique index setting_override on setting (tenant_id, network_id, site_id) where network_id is not null;
call app.wall_off('setting');

-- Secrets of settings and of documents built from them, by keyed digest.
create table setting_secret (
  tenant_id uuid not null references account (id) on delete cascade,
  digest text not null,
  sealed text not null,
  created_at timestamptz not null,
  primary key (tenant_id, digest)
);
call app.wall_off('setting_secret');

-- Edits that wait in the draft of an organization or a site.
create table setting_draft (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  enterprise_id uuid,
  site_id uuid,
  -- The setting; for a new one the id it will have.
  setting_id uuid not null,
  base_version int,
  -- The edit as it is applied; its secrets are digests.
  edit jsonb not null,
  edited_by uuid not null,
  edited_by_name text not null,
  edited_at timestamptz not null,
  primary key (tenant_id, id),
  check (num_nonnulls(enterprise_id, site_id) = 1),
  foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create unique index setting_draft_setting on setting_draft
  (tenant_id, coalesce(enterprise_id, site_id), setting_id);
call app.wall_off('setting_draft');

-- Applied changes, numbered within the account.
create table configuration_change (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  number int not null,
  reason text not null,
  state text not null,
  -- Why it could not start; null where a person cancelled it.
  cancel_reason text,
  -- Sites that it concerns; decides who sees it.
  site_ids uuid[] not null,
  organization_ids uuid[] not null,
  -- Devices that its review compared: of whole sites, of groups, and single ones.
  whole_site_ids uuid[] not null,
  group_ids uuid[] not null,
  device_ids uuid[] not null,
  -- Those of them that took part, each as a digest with its site and group; empty when they are determined.
  reviewed_placements uuid[] not null default '{}',
  -- The change that this one takes back.
  reverts uuid,
  -- Changes are numbered in the order in which they write settings; null before. Reviewed: the last one that had written
  -- when this one was reviewed.
  reviewed int not null default 0,
  written int,
  start_at timestamptz,
  began_at timestamptz,
  -- Devices are determined in order of their id, up to this one.
  prepared_to uuid,
  wave int not null default 0,
  wave_count int not null default 0,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, number)
);
create index configuration_change_due on configuration_change (due_at) where ended_at is null;
create index configuration_change_written on configuration_change (tenant_id, written);
create index configuration_change_at on configuration_change (tenant_id, created_at desc, id desc);
call app.wall_off('configuration_change');

-- Settings before and after a change; null before for a new one, after for a deleted one.
create table configuration_change_edit (
  tenant_id uuid not null,
  change_id uuid not null,
  place int not null,
  setting_id uuid not null,
  kind text not null,
  -- The network, or what the setting is defined for, as it was called then.
  name text not null,
  level text not null,
  place_id uuid not null,
  place_name text not null,
  -- Null for a setting of the organization.
  site_id uuid,
  organization_id uuid not null,
  network_id uuid,
  -- The version that the edit was made from; null for a new setting.
  base_version int,
  -- The version that it wrote; null for a deleted setting, and before the change starts.
  version int,
  before jsonb,
  after jsonb,
  primary key (tenant_id, change_id, place),
  foreign key (tenant_id, change_id) references configuration_change (tenant_id, id) on delete cascade
);
-- Versions of a setting that is created again continue.
create index configuration_change_edit_setting on configuration_change_edit (tenant_id, setting_id);
call app.wall_off('configuration_change_edit');

-- Devices of a change.
create table configuration_change_device (
  tenant_id uuid not null,
  change_id uuid not null,
  -- The log outlives the device.
  device_id uuid not null,
  device_name text not null,
  site_id uuid not null,
  -- Its group when the devices were determined.
  group_id uuid,
  wave int not null,
  state text not null,
  skip_reason text,
  -- Versions of its configuration: the one sent, and the one it is returned to.
  version int,
  reverted_version int,
  -- What the device had when it started: its released settings, and what of them it had rejected and did not show.
  earlier jsonb,
  -- What the device refused, and what a report did not show.
  rejected jsonb not null default '[]',
  missing jsonb not null default '[]',
  next_at timestamptz,
  -- Since when its reports show what was sent: it is verified when it is still connected after a time.
  shown_at timestamptz,
  changed_at timestamptz not null,
  primary key (tenant_id, change_id, device_id),
  foreign key (tenant_id, change_id) references configuration_change (tenant_id, id) on delete cascade
);
create index configuration_change_device_open on configuration_change_device (tenant_id, device_id)
  where state in ('waiting', 'offline', 'sent', 'accepted', 'reverting');
create index configuration_change_device_device on configuration_change_device (tenant_id, device_id);
create index configuration_change_device_state on configuration_change_device (tenant_id, change_id, state, wave);
call app.wall_off('configuration_change_device');

-- Settings that were reviewed for a device: its documents are built from these only. Verified: the last ones that a
-- report of the device showed; null after others were released outside a rollout.
alter table device add column released_settings jsonb;
alter table device add column verified_settings jsonb;
-- When its device group changed within its site. A change leaves out devices that were grouped after its review.
alter table device add column grouped_at timestamptz;
-- Slots in which networks of the device are off; null without. Narrow: every minute all of them are read.
alter table device add column off_times jsonb generated always as (
  nullif(jsonb_path_query_array(released_settings, '$.networks[*].value.offTimes[*]'), '[]')) stored;
create index device_off_times on device (tenant_id, site_id, id) where off_times is not null;

-- Until when networks of a site were switched off and on.
create table site_off_times (
  tenant_id uuid not null,
  site_id uuid not null,
  done_until timestamptz not null,
  primary key (tenant_id, site_id),
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
call app.wall_off('site_off_times');

-- Enabled networks of released settings, once for all devices that have the same ones.
create table released_set (
  tenant_id uuid not null references account (id) on delete cascade,
  key uuid not null,
  network_id uuid not null,
  -- Of the network's value, as the settings of a site are compared with it.
  digest uuid not null,
  -- Sets that no device refers to are deleted some time after this.
  used_at timestamptz not null default now(),
  primary key (tenant_id, key, network_id)
);
call app.wall_off('released_set');
alter table device add column released_set uuid;

-- Networks that access points report, once for all that report the same ones.
create table on_air_set (
  tenant_id uuid not null references account (id) on delete cascade,
  key uuid not null,
  ssid text not null,
  -- 1 for 2.4 GHz, 2 for 5 GHz, 4 for 6 GHz.
  bands smallint not null,
  used_at timestamptz not null default now(),
  primary key (tenant_id, key, ssid)
);
call app.wall_off('on_air_set');
alter table device_last add column on_air_set uuid;
-- Whether the report lists its networks; otherwise the set is that of its clients.
alter table device_last add column lists_networks boolean not null default false;

-- Bands with a radio that is not switched off, in the bits of on_air_set.
create function app.radio_bands(abilities jsonb, released_settings jsonb) returns smallint
  language sql immutable parallel safe
  return (
    select coalesce(bit_or(case band #>> '{}' when '2G' then 1 when '5G' then 2 when '6G' then 4 else 0 end), 0)::smallint
    from jsonb_path_query(abilities, '$.radios[*].bands[*]') as band
    where (released_settings -> 'radios' -> (band #>> '{}') -> 'value' -> 'enabled') is distinct from 'false');
alter table device add column radio_bands smallint not null
  generated always as (app.radio_bands(abilities, released_settings)) stored;

-- A management VLAN that a report has to show: the first version with it, when that was sent, and the VLAN before.
alter table device add column vlan_version int;
alter table device add column vlan_sent_at timestamptz;
alter table device add column vlan_before int;
create index device_vlan_sent on device (vlan_sent_at) where vlan_version is not null;

-- The change that a version delivers, or takes back.
alter table device_configuration add column change_id uuid;
-- The settings that its document was made from, which a restore releases again; null in versions of earlier releases.
alter table device_configuration add column settings jsonb;
