-- A version that may cut its device off is tried: the first one, when and over which connection it was sent.
alter table device rename column vlan_version to trial_version;
alter table device rename column vlan_sent_at to trial_sent_at;
alter table device add column trial_connection uuid;
alter index device_vlan_sent rename to device_trial_sent;

-- What of a change may cut devices off, as a person confirmed: device, port (null: the address) and fields.
alter table configuration_change add column confirmed_cuts jsonb not null default '[]';

-- Confirmations belong to changes, not to settings.
set local role airloom_system;
update setting set value = value - 'confirmedUplinks' where kind = 'switchPorts';
update setting_draft set edit = edit #- '{value,confirmedUplinks}' where edit ->> 'kind' = 'switchPorts';
update configuration_change_edit set before = before - 'confirmedUplinks', after = after - 'confirmedUplinks'
  where kind = 'switchPorts';
update device set released_settings = released_settings #- '{switch,confirmedUplinks}',
  verified_settings = verified_settings #- '{switch,confirmedUplinks}'
  where kind = 'switch' and (released_settings ? 'switch' or verified_settings ? 'switch');
reset role;
