-- The last cable test of each port, at the site where it was made:
-- [{"pair": "A", "state": "open", "lengthMetres": null, "faultMetres": 12}]
create table cable_test (
  tenant_id uuid not null,
  device_id uuid not null,
  port text not null,
  site_id uuid,
  at timestamptz not null,
  pairs jsonb not null,
  primary key (tenant_id, device_id, port),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
call app.wall_off('cable_test');

-- The forwarding table in the newest report of a switch, by port: [[vlan, ["address"]]]. Only ports that changed are
-- written; the digest of the whole table shows whether any did.
create table mac_table (
  tenant_id uuid not null,
  device_id uuid not null,
  digest bytea not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
call app.wall_off('mac_table');
create table mac_table_port (
  tenant_id uuid not null,
  device_id uuid not null,
  port text not null,
  learned text not null,
  primary key (tenant_id, device_id, port),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
call app.wall_off('mac_table_port');

-- Samples are deleted slot by slot.
drop index port_sample_slot;
create index port_sample_slot on port_sample (slot);
