-- What devices measured, as they told it. Counters are absolute: differences are taken when reading.
create table device_report (
  tenant_id uuid not null,
  device_id uuid not null,
  ts timestamptz not null,
  rx_bytes bigint,
  tx_bytes bigint,
  r0_rx_bytes bigint,
  r0_tx_bytes bigint,
  r1_rx_bytes bigint,
  r1_tx_bytes bigint,
  r2_rx_bytes bigint,
  r2_tx_bytes bigint,
  uptime int,
  cpu real,
  memory real,
  temperature real,
  power real,
  clients smallint not null,
  members_online smallint,
  ports_up smallint,
  r0_band smallint,
  r0_channel smallint,
  r0_tx_power smallint,
  r0_utilisation smallint,
  r0_noise smallint,
  r0_clients smallint,
  r1_band smallint,
  r1_channel smallint,
  r1_tx_power smallint,
  r1_utilisation smallint,
  r1_noise smallint,
  r1_clients smallint,
  r2_band smallint,
  r2_channel smallint,
  r2_tx_power smallint,
  r2_utilisation smallint,
  r2_noise smallint,
  r2_clients smallint,
  primary key (tenant_id, device_id, ts)
) partition by range (ts);
call app.wall_off('device_report');

-- Makes the partition of a day, for whoever writes reports; a day that exists is left alone. It is attached rather
-- than made in place, so nobody who reads or writes reports has to wait for it.
create function app.ensure_report_day(day date) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  part text := 'device_report_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(part) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('device_report'), to_char(day, 'YYYYMMDD')::int);
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like device_report including indexes)', part);
  execute format('alter table %I enable row level security', part);
  execute format('alter table %I force row level security', part);
  execute format('alter table device_report attach partition %I for values from (%L) to (%L)',
    part, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end $$;
revoke all on function app.ensure_report_day(date) from public;
grant execute on function app.ensure_report_day(date) to airloom_system;

-- The days that have a partition.
create function app.report_days() returns setof date language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  return query select to_date(right(c.relname, 8), 'YYYYMMDD') from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = 'device_report'::regclass order by 1;
end $$;
revoke all on function app.report_days() from public;
grant execute on function app.report_days() to airloom_system;

-- Keeps everyone out of a day until the transaction ends, so that what is seen of it then stays true; false when
-- someone is busy in it for longer than a moment.
create function app.hold_report_day(day date) returns boolean language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  -- The whole before the part: whoever writes takes them in that order too.
  lock table only device_report in access exclusive mode;
  execute format('lock table %I in access exclusive mode', 'device_report_' || to_char(day, 'YYYYMMDD'));
  return true;
exception
  when lock_not_available or undefined_table then return false;
end $$;
revoke all on function app.hold_report_day(date) from public;
grant execute on function app.hold_report_day(date) to airloom_system;

create function app.drop_report_day(day date) returns void language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  execute format('drop table %I', 'device_report_' || to_char(day, 'YYYYMMDD'));
end $$;
revoke all on function app.drop_report_day(date) from public;
grant execute on function app.drop_report_day(date) to airloom_system;

-- The figures of each device's newest report, for lists; of a device others speak for, what they said of it. Small
-- rows: lists that are sorted by a figure go through all of them.
create table device_last (
  tenant_id uuid not null,
  device_id uuid not null,
  ts timestamptz not null,
  uptime int,
  cpu real,
  memory real,
  temperature real,
  clients smallint not null,
  -- Null when nobody told which configuration it runs.
  config_version int,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
) with (fillfactor = 50);
call app.wall_off('device_last');

-- The same reports whole, for detail pages.
create table device_last_report (
  tenant_id uuid not null,
  device_id uuid not null,
  ts timestamptz not null,
  report text not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
) with (fillfactor = 50, toast_tuple_target = 8160);
-- Compressing what is replaced a minute later costs more than it saves, and so does keeping it out of line.
alter table device_last_report alter column report set storage external;
call app.wall_off('device_last_report');

-- Hours that have reports newer than their roll-up.
create table rollup_due (
  tenant_id uuid not null,
  device_id uuid not null,
  hour timestamptz not null,
  primary key (tenant_id, device_id, hour)
);
create index rollup_due_hour on rollup_due (hour);
call app.wall_off('rollup_due');

-- The same for sites: an hour of one of their devices was rolled up anew.
create table site_rollup_due (
  tenant_id uuid not null,
  site_id uuid not null,
  hour timestamptz not null,
  primary key (tenant_id, site_id, hour)
);
call app.wall_off('site_rollup_due');

create table device_1h (
  tenant_id uuid not null,
  device_id uuid not null,
  hour timestamptz not null,
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  r0_rx_bytes bigint not null,
  r0_tx_bytes bigint not null,
  r1_rx_bytes bigint not null,
  r1_tx_bytes bigint not null,
  r2_rx_bytes bigint not null,
  r2_tx_bytes bigint not null,
  reports int not null,
  -- The time the traffic took: from the report before the first one to the last one.
  seconds real not null,
  cpu_avg real,
  cpu_max real,
  memory_avg real,
  memory_max real,
  temperature_max real,
  power_avg real,
  clients_avg real not null,
  clients_max smallint not null,
  r0_utilisation_avg real,
  r0_utilisation_max smallint,
  r0_noise_avg real,
  r0_clients_max smallint,
  r1_utilisation_avg real,
  r1_utilisation_max smallint,
  r1_noise_avg real,
  r1_clients_max smallint,
  r2_utilisation_avg real,
  r2_utilisation_max smallint,
  r2_noise_avg real,
  r2_clients_max smallint,
  primary key (tenant_id, device_id, hour)
);
create index device_1h_hour on device_1h using brin (hour);
call app.wall_off('device_1h');

create table device_1d (like device_1h);
alter table device_1d rename column hour to day;
alter table device_1d add primary key (tenant_id, device_id, day);
create index device_1d_day on device_1d using brin (day);
call app.wall_off('device_1d');

-- Traffic is that of the gateways, where a site has none that of the access points, else that of the switches:
-- the same bytes pass them all.
create table site_1h (
  tenant_id uuid not null,
  site_id uuid not null,
  hour timestamptz not null,
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  clients_avg real not null,
  clients_max int not null,
  devices_online_avg real not null,
  reports int not null,
  primary key (tenant_id, site_id, hour)
);
create index site_1h_hour on site_1h using brin (hour);
call app.wall_off('site_1h');

-- What each device heard of its neighbours when it last listened.
create table device_scan (
  tenant_id uuid not null,
  device_id uuid not null,
  at timestamptz not null,
  entries text not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
call app.wall_off('device_scan');

-- Happenings devices told of, and what the cloud saw of them.
create table device_log (
  tenant_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  site_id uuid,
  at timestamptz not null,
  type text not null,
  severity smallint not null,
  details jsonb not null,
  primary key (tenant_id, id)
);
create index device_log_at on device_log (tenant_id, at desc, id desc);
create index device_log_of on device_log (tenant_id, device_id, at desc, id desc);
create index device_log_site on device_log (tenant_id, site_id, at desc, id desc);
call app.wall_off('device_log');
