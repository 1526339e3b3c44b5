-- Bytes by port in the newest report and in the one before it, such as {"port1": [received, sent]}: their difference is
-- the traffic of a link.
alter table device_last_report
  add column port_bytes text,
  add column earlier_port_bytes text,
  add column earlier_ts timestamptz;

-- A position belongs to one layout of the diagram.
alter table topology_place add column layout text not null default 'right'
  check (layout in ('right', 'down', 'radial'));
alter table topology_place alter column layout drop default;
alter table topology_place drop constraint topology_place_pkey;
alter table topology_place add primary key (tenant_id, site_id, device_id, layout);
