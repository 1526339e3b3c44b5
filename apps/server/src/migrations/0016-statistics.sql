-- Times in which a device that had been online could not be reached; the last one may go on.
create table device_away (
  tenant_id uuid not null,
  device_id uuid not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, device_id, began_at),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade,
  check (ended_at >= began_at)
);
create unique index device_away_now on device_away (tenant_id, device_id) where ended_at is null;
create index device_away_end on device_away (tenant_id, ended_at);
call app.wall_off('device_away');

-- Whoever writes down that a device is gone or back, and in whatever way, it is noted here with it.
create function app.note_away() returns trigger language plpgsql as $$
begin
  if new.status <> 'offline' then
    update device_away set ended_at = greatest(began_at, new.online_at)
    where tenant_id = new.tenant_id and device_id = new.id and ended_at is null;
  elsif new.offline_at is not null then
    -- Who says that it is gone may have last heard of it before it was seen elsewhere.
    insert into device_away (tenant_id, device_id, began_at)
    select new.tenant_id, new.id, greatest(new.offline_at, old.online_at)
    where not exists (
      select from device_away where tenant_id = new.tenant_id and device_id = new.id and ended_at is null)
    on conflict (tenant_id, device_id, began_at) do update set ended_at = null;
  end if;
  return null;
end $$;
create trigger device_away after update of status on device for each row
  when ((old.status = 'offline') <> (new.status = 'offline')) execute function app.note_away();

insert into device_away (tenant_id, device_id, began_at)
select tenant_id, id, offline_at from device where status = 'offline' and offline_at is not null;

-- When it was put where it stands, by the clock of whoever did.
alter table device add column placed_at timestamptz;

-- Where devices stood, and as what: what one tells counts for the site it stood in then. Outlives the device, as what
-- it told does.
create table device_stay (
  tenant_id uuid not null references account (id) on delete cascade,
  device_id uuid not null,
  site_id uuid not null,
  kind text not null,
  managed_by uuid,
  from_at timestamptz not null,
  to_at timestamptz not null default 'infinity',
  primary key (tenant_id, device_id, to_at),
  check (to_at > from_at)
);
create index device_stay_then on device_stay (tenant_id, site_id, to_at);
create index device_stay_end on device_stay (to_at) where to_at < 'infinity';
call app.wall_off('device_stay');

-- Whoever puts a device elsewhere, and in whatever way, it is noted here with it.
create function app.note_place() returns trigger language plpgsql as $$
declare
  at timestamptz := now();
begin
  if tg_op = 'INSERT' then
    insert into device_stay (tenant_id, device_id, site_id, kind, managed_by, from_at)
    values (new.tenant_id, new.id, new.site_id, new.kind, new.managed_by, '-infinity');
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- What it is, and who speaks for it, was so before it was known.
    if new.site_id is not distinct from old.site_id and (new.managed_by is not null or old.managed_by is null) then
      update device_stay set kind = new.kind, managed_by = new.managed_by
      where tenant_id = new.tenant_id and device_id = new.id and to_at = 'infinity';
      return null;
    end if;
    if new.placed_at is distinct from old.placed_at then at := new.placed_at; end if;
  end if;
  select greatest(at, max(to_at)) into at from device_stay
  where tenant_id = old.tenant_id and device_id = old.id and to_at < 'infinity';
  delete from device_stay
  where tenant_id = old.tenant_id and device_id = old.id and to_at = 'infinity' and from_at >= at;
  update device_stay set to_at = at
  where tenant_id = old.tenant_id and device_id = old.id and to_at = 'infinity';
  if tg_op = 'UPDATE' and new.site_id is not null then
    insert into device_stay (tenant_id, device_id, site_id, kind, managed_by, from_at)
    values (new.tenant_id, new.id, new.site_id, new.kind, new.managed_by, at);
  end if;
  return null;
end $$;
create trigger device_placed after insert on device for each row
  when (new.site_id is not null) execute function app.note_place();
create trigger device_moved after update of site_id, kind, managed_by on device for each row
  when ((old.site_id, old.kind, old.managed_by) is distinct from (new.site_id, new.kind, new.managed_by))
  execute function app.note_place();
create trigger device_removed after delete on device for each row
  when (old.site_id is not null) execute function app.note_place();

insert into device_stay (tenant_id, device_id, site_id, kind, managed_by, from_at)
select tenant_id, id, site_id, kind, managed_by, '-infinity' from device where site_id is not null;

-- Clients that were ever seen, and what people say of them.
create table terminal (
  tenant_id uuid not null references account (id) on delete cascade,
  mac text not null,
  -- What it calls itself.
  hostname text not null,
  kind text not null,
  -- What people call it.
  name text not null default '',
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Kept away since then; without an end for good.
  blocked_at timestamptz,
  blocked_until timestamptz,
  primary key (tenant_id, mac)
);
create index terminal_blocked on terminal (tenant_id, mac) where blocked_at is not null;
create index terminal_named on terminal (tenant_id) where name <> '';
create index terminal_first on terminal (tenant_id, first_seen_at);
call app.wall_off('terminal');

-- How often what was sent to a client had to be sent again, as its connection's counters last said and as that makes.
alter table terminal_session
  add column counter_packets bigint not null default 0,
  add column counter_retries bigint not null default 0,
  add column packets bigint not null default 0,
  add column retries bigint not null default 0;

-- Those that are there now, newest first.
create index terminal_session_online on terminal_session (tenant_id, started_at desc, id desc)
  where ended_at is null;
-- Who was turned away by devices, and when.
create index device_log_refused on device_log (tenant_id, (details #>> '{client,mac}'), at desc)
  where type = 'clientRefused';

-- An hour of a client at one device, on one network.
alter table terminal_1h
  add column device_id uuid,
  add column ssid text not null default '',
  add column band text,
  add column packets bigint not null default 0,
  add column retries bigint not null default 0,
  -- How well it was heard times how long, and how long that was.
  add column signal_sum real not null default 0,
  add column heard_seconds real not null default 0,
  drop constraint terminal_1h_tenant_id_mac_hour_site_id_key,
  add constraint terminal_1h_key unique nulls not distinct (tenant_id, mac, hour, site_id, device_id, ssid, band);

-- Hours of sites whose clients told something new.
create table wifi_rollup_due (
  tenant_id uuid not null,
  site_id uuid not null,
  hour timestamptz not null,
  primary key (tenant_id, site_id, hour)
);
create index wifi_rollup_due_hour on wifi_rollup_due (hour);
call app.wall_off('wifi_rollup_due');

-- An hour of a network at a site; the grades say how long clients were heard how well. No band: at ports.
create table wifi_1h (
  tenant_id uuid not null,
  site_id uuid not null,
  hour timestamptz not null,
  ssid text not null,
  band text,
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  packets bigint not null,
  retries bigint not null,
  seconds double precision not null,
  excellent double precision not null,
  good double precision not null,
  fair double precision not null,
  weak double precision not null,
  bad double precision not null,
  terminals int not null,
  unique nulls not distinct (tenant_id, site_id, hour, ssid, band)
);
create index wifi_1h_hour on wifi_1h using brin (hour);
call app.wall_off('wifi_1h');

-- The same of an access point at a site, as far as its own figures do not tell it.
create table device_wifi_1h (
  tenant_id uuid not null,
  device_id uuid not null,
  hour timestamptz not null,
  site_id uuid not null,
  packets bigint not null,
  retries bigint not null,
  primary key (tenant_id, device_id, hour, site_id)
);
create index device_wifi_1h_hour on device_wifi_1h using brin (hour);
call app.wall_off('device_wifi_1h');

-- A day of a client at a site, by UTC.
create table terminal_1d (
  tenant_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  mac text not null,
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  seconds real not null,
  primary key (tenant_id, site_id, day, mac)
);
create index terminal_1d_day on terminal_1d using brin (day);
call app.wall_off('terminal_1d');

-- Seven days of a client at a site, counted from 1970 on by UTC; `days` has a bit for each it was there, the first the
-- lowest.
create table terminal_1w (
  tenant_id uuid not null,
  site_id uuid not null,
  week timestamptz not null,
  mac text not null,
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  seconds real not null,
  days smallint not null,
  primary key (tenant_id, site_id, week, mac)
);
create index terminal_1w_week on terminal_1w using brin (week);
call app.wall_off('terminal_1w');

-- What the radios of a site heard in an hour, by band.
create table air_1h (
  tenant_id uuid not null,
  site_id uuid not null,
  hour timestamptz not null,
  band text not null,
  utilisation_sum bigint not null,
  utilisation_samples int not null,
  noise_sum bigint not null,
  noise_samples int not null,
  primary key (tenant_id, site_id, hour, band)
);
create index air_1h_hour on air_1h using brin (hour);
call app.wall_off('air_1h');

-- Means of many are as exact as the counts they are made of.
alter table site_1h alter column clients_avg type double precision;

-- The same figures as those of hours, of five minutes, for as long as reports are kept: windows of a few hours and the
-- hour that runs are read from here. By time first: mostly all sites are read together.
create table site_5m (
  tenant_id uuid not null,
  site_id uuid not null,
  slot timestamptz not null,
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  clients double precision not null,
  primary key (tenant_id, slot, site_id)
);
create index site_5m_slot on site_5m using brin (slot);
call app.wall_off('site_5m');

-- Up to when the hours that run were counted, all sites of an account.
create table slots_counted (
  tenant_id uuid primary key references account (id) on delete cascade,
  until timestamptz not null
);
call app.wall_off('slots_counted');

create table air_5m (
  tenant_id uuid not null,
  site_id uuid not null,
  slot timestamptz not null,
  band text not null,
  utilisation_sum bigint not null,
  utilisation_samples int not null,
  noise_sum bigint not null,
  noise_samples int not null,
  primary key (tenant_id, slot, site_id, band)
);
create index air_5m_slot on air_5m using brin (slot);
call app.wall_off('air_5m');

-- Days of the same, by UTC, for windows of weeks.
create table air_1d (like air_1h);
alter table air_1d rename column hour to day;
alter table air_1d add primary key (tenant_id, site_id, day, band);
create index air_1d_day on air_1d using brin (day);
call app.wall_off('air_1d');

create table wifi_1d (like wifi_1h);
alter table wifi_1d rename column hour to day;
alter table wifi_1d drop column terminals, add unique nulls not distinct (tenant_id, site_id, day, ssid, band);
create index wifi_1d_day on wifi_1d using brin (day);
call app.wall_off('wifi_1d');

create table device_wifi_1d (like device_wifi_1h);
alter table device_wifi_1d rename column hour to day;
alter table device_wifi_1d drop column site_id, add primary key (tenant_id, device_id, day);
create index device_wifi_1d_day on device_wifi_1d using brin (day);
call app.wall_off('device_wifi_1d');

-- What passed access points is compared over weeks.
create index device_1d_passed on device_1d (tenant_id, device_id, day) include (rx_bytes, tx_bytes);

-- Links that people drew. A device has one way up.
create table topology_link (
  tenant_id uuid not null,
  id uuid not null,
  site_id uuid not null,
  upper_id uuid not null,
  lower_id uuid not null,
  upper_port text not null,
  lower_port text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade,
  foreign key (tenant_id, upper_id) references device (tenant_id, id) on delete cascade,
  foreign key (tenant_id, lower_id) references device (tenant_id, id) on delete cascade,
  check (upper_id <> lower_id)
);
create unique index topology_link_lower on topology_link (tenant_id, lower_id);
create index topology_link_upper on topology_link (tenant_id, upper_id);
create index topology_link_site on topology_link (tenant_id, site_id);
call app.wall_off('topology_link');

-- Where people put devices on the picture of a site.
create table topology_place (
  tenant_id uuid not null,
  site_id uuid not null,
  device_id uuid not null,
  x real not null,
  y real not null,
  primary key (tenant_id, site_id, device_id),
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade,
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index topology_place_device on topology_place (tenant_id, device_id);
call app.wall_off('topology_place');

-- Reports that are sent by themselves.
create table report_schedule (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  pages text[] not null,
  enterprise_id uuid,
  site_id uuid,
  rhythm text not null,
  hour smallint not null,
  zone_minutes smallint not null,
  language text not null,
  emails text[] not null,
  enabled boolean not null,
  -- Who made it, and as what: it shows what they see.
  manager_id uuid not null references manager (id) on delete cascade,
  membership_id uuid not null,
  next_at timestamptz,
  last_at timestamptz,
  last_error text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create index report_schedule_due on report_schedule (next_at) where next_at is not null;
create index report_schedule_manager on report_schedule (manager_id);
call app.wall_off('report_schedule');

-- One mail of a report: what of it is still to be sent. The row of one that was sent, or given up, is removed.
create table report_delivery (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  email text not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  attempts int not null default 0,
  first_tried_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report_schedule (tenant_id, id) on delete cascade
);
create unique index report_delivery_once on report_delivery (tenant_id, report_id, period_to, email);
create index report_delivery_due on report_delivery (due_at);
call app.wall_off('report_delivery');
