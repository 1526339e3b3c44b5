-- Several commands of a device may be in flight; of those that take it or its connection down, one.
drop index command_in_flight;
create unique index command_disrupting on command (tenant_id, device_id)
  where sent_at is not null and ended_at is null
    and command in ('configure', 'reboot', 'factoryReset', 'upgrade', 'reonline');
