-- A site whose devices are watched and never changed.
alter table site add column observe_only boolean not null default false;

-- The ports of a switch, as its reports list them: a configuration must name every one of them.
alter table device add column reported_ports jsonb;

-- A device is managed once it runs a configuration that was made here; until then it keeps its own.
alter table device alter column configuration_state set default 'unmanaged';
-- Row-level security is forced on the owner of the database too.
set local role airloom_system;
update device set configuration_state = 'unmanaged'
where not exists (
  select from device_configuration own
  where own.tenant_id = device.tenant_id and own.device_id = device.id and own.state in ('applied', 'partly'));
update device_configuration set state = 'superseded'
from device
where device.tenant_id = device_configuration.tenant_id and device.id = device_configuration.device_id
  and device.configuration_state = 'unmanaged' and device_configuration.state = 'pending';
reset role;
