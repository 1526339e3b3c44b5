-- Counters of the ports of a switch in its first report of every quarter of an hour, for charts of single ports:
-- {"Ethernet1": [received bytes, sent bytes, receive errors, send errors]}, without ports that counted nothing.
create table port_sample (
  tenant_id uuid not null,
  device_id uuid not null,
  slot timestamptz not null,
  ts timestamptz not null,
  counters text not null,
  primary key (tenant_id, device_id, slot),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index port_sample_slot on port_sample using brin (slot);
call app.wall_off('port_sample');
