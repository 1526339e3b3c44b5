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
