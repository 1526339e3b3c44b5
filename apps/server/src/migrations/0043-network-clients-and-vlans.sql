-- Clients of the newest report by SSID, such as {"Guest": 3}; null without wireless clients.
alter table device_last add column network_clients jsonb;

-- The management VLAN is a setting of the access point, delivered by changes like all others.
drop index setting_single;
create unique index setting_single on setting
  (tenant_id, kind, coalesce(enterprise_id, site_id, group_id, device_id))
  where kind in ('radios', 'whitelist', 'gatewayAuth', 'managementVlan');

set local role airloom_system;
insert into setting (tenant_id, id, kind, level, device_id, value, version, updated_by_name, updated_at)
select tenant_id, gen_random_uuid(), 'managementVlan', 'device', id,
  jsonb_build_object('managementVlan', management_vlan), 1, '', now()
from device where kind = 'ap' and management_vlan is not null;
update device set
  released_settings = jsonb_set(
    coalesce(released_settings, '{"networks": [], "radios": {}, "bandSteering": null}'), '{managementVlan}', effective),
  verified_settings = case when vlan_version is null
    then jsonb_set(verified_settings, '{managementVlan}', effective) else verified_settings end
from (
  select tenant_id, device_id, jsonb_build_object('value', value -> 'managementVlan',
    'origin', jsonb_build_object('level', 'device', 'settingId', id)) as effective
  from setting where kind = 'managementVlan') as own
where device.tenant_id = own.tenant_id and device.id = own.device_id;
-- Settings that versions were made from, and that devices return to.
update device_configuration as made set settings = jsonb_set(settings, '{managementVlan}', jsonb_build_object(
  'value', document #> '{interfaces,0,vlan,id}',
  'origin', jsonb_build_object('level', 'device', 'settingId', made.device_id)))
from device
where device.tenant_id = made.tenant_id and device.id = made.device_id and device.kind = 'ap'
  and made.settings is not null and document #> '{interfaces,0,vlan,id}' is not null;
update configuration_change_device as row set earlier = jsonb_set(earlier, '{settings,managementVlan}',
  released_settings -> 'managementVlan')
from device
where device.tenant_id = row.tenant_id and device.id = row.device_id
  and jsonb_typeof(earlier -> 'settings') = 'object' and released_settings ? 'managementVlan';
reset role;

-- The VLAN of the released settings.
alter table device drop column management_vlan;
alter table device add column management_vlan int
  generated always as ((released_settings #>> '{managementVlan,value}')::int) stored;
