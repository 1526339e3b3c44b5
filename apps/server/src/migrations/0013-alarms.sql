-- Accounts that were given the shipped rules; one that was removed stays removed.
create table alarm_account (
  tenant_id uuid primary key references account (id) on delete cascade,
  seeded_at timestamptz not null
);
call app.wall_off('alarm_account');

-- What alarms are raised for.
create table alarm_rule (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  -- The shipped rule it began as; with an empty name it is called as that one is.
  shipped text,
  name text not null,
  type text not null,
  kinds text[] not null,
  -- The gravest first: [{"level": …, "threshold": …}]
  levels jsonb not null,
  hold_minutes int not null,
  enabled boolean not null,
  description text not null,
  modes text[] not null,
  emails text[] not null,
  phones text[] not null,
  rest_times jsonb not null,
  holidays jsonb not null,
  repeat int not null,
  macs text[] not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index alarm_rule_shipped on alarm_rule (tenant_id, shipped) where shipped is not null;
create unique index alarm_rule_name on alarm_rule (tenant_id, lower(name)) where name <> '';
call app.wall_off('alarm_rule');

-- The sites of a rule that is not for all of them.
create table alarm_rule_site (
  tenant_id uuid not null,
  rule_id uuid not null,
  site_id uuid not null,
  primary key (tenant_id, rule_id, site_id),
  foreign key (tenant_id, rule_id) references alarm_rule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create index alarm_rule_site_site on alarm_rule_site (tenant_id, site_id);
call app.wall_off('alarm_rule_site');

-- A rule for sites that are all gone for good goes with the last of them: without any it would be for everywhere.
create function app.drop_rule_of_gone_sites() returns trigger language plpgsql as $$
begin
  delete from alarm_rule rule
  where rule.tenant_id = old.tenant_id and rule.id = old.rule_id
    and not exists (select from site where site.tenant_id = old.tenant_id and site.id = old.site_id)
    and not exists (
      select from alarm_rule_site of_rule where of_rule.tenant_id = rule.tenant_id and of_rule.rule_id = rule.id);
  return null;
end $$;
create trigger alarm_rule_site_gone after delete on alarm_rule_site
  for each row execute function app.drop_rule_of_gone_sites();

-- Alarms that go on, and with cleared_at those that are over. They outlive their rule, device and site.
create table alarm (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  shipped text,
  type text not null,
  level text not null,
  state text not null,
  site_id uuid,
  site_name text not null,
  device_id uuid,
  device_kind text,
  device_name text not null,
  part text not null,
  -- What people called the part then, where that is not what it is known by.
  part_name text,
  -- What raised it, where that happens once, such as an order; empty for what lasts.
  cause text not null,
  value double precision,
  threshold double precision,
  raised_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by_name text not null default '',
  confirm_note text not null default '',
  cleared_at timestamptz,
  clear_reason text,
  cleared_by_name text not null default '',
  clear_note text not null default '',
  -- A person removed it from the history; until its time is over it stays known that they ended it.
  removed_at timestamptz,
  -- Columns of their own: an index behind a wall has no use for expressions.
  gravity int not null generated always as (
    array_position('{urgent,important,secondary,notice}'::text[], level)
  ) stored,
  -- What people search by: what it was called when the alarm was raised.
  search text not null generated always as (
    lower(device_name || ' ' || site_name || ' ' || coalesce(part_name, part))
  ) stored,
  primary key (tenant_id, id),
  check ((cleared_at is null) = (clear_reason is null)),
  check (removed_at is null or cleared_at is not null)
);
-- However often and by however many processes it is seen, it is raised once.
create unique index alarm_open on alarm (tenant_id, rule_id, coalesce(device_id, site_id), part)
  where cleared_at is null;
create unique index alarm_cause on alarm (tenant_id, rule_id, device_id, cause) where cause <> '';
create index alarm_current on alarm (tenant_id, raised_at desc, id desc) where cleared_at is null;
-- The history is long: what it is searched and narrowed by stands in the index, and the table is left alone.
create index alarm_past on alarm (tenant_id, cleared_at desc, id desc)
  include (search, raised_at, gravity, level, type, site_id, device_id, device_kind)
  where cleared_at is not null and removed_at is null;
create index alarm_past_named on alarm (tenant_id, search) include (cleared_at, id, raised_at, gravity)
  where cleared_at is not null and removed_at is null;
create index alarm_past_by_beginning on alarm (tenant_id, raised_at desc, id desc)
  where cleared_at is not null and removed_at is null;
create index alarm_past_by_level on alarm (tenant_id, gravity, id)
  where cleared_at is not null and removed_at is null;
create index alarm_past_of_type on alarm (tenant_id, type, cleared_at desc, id desc)
  where cleared_at is not null and removed_at is null;
create index alarm_of_device on alarm (tenant_id, device_id, raised_at desc);
create index alarm_of_site on alarm (tenant_id, site_id, raised_at desc);
-- For what is asked all the time of sites and clients with a long history.
create index alarm_of_dark_site on alarm (tenant_id, site_id, raised_at desc) where type = 'siteOffline';
create index alarm_of_terminal on alarm (tenant_id, rule_id, part, raised_at desc)
  where type in ('terminalOnline', 'terminalOffline');
-- For those who see or ask for some sites only.
create index alarm_current_of_site on alarm (tenant_id, site_id, level, state) include (device_kind)
  where cleared_at is null;
create index alarm_past_of_site on alarm (tenant_id, site_id, cleared_at desc, id desc)
  where cleared_at is not null and removed_at is null;
-- For what is too old, whoever's it is. Without an order: the history of one account is not to be read by it.
create index alarm_age on alarm using brin (cleared_at);
call app.wall_off('alarm');

-- What the history is searched by, each once: it is long, and always about the same things.
create table alarm_name (
  tenant_id uuid not null references account (id) on delete cascade,
  search text not null,
  primary key (tenant_id, search)
);
call app.wall_off('alarm_name');

create function app.keep_alarm_name() returns trigger language plpgsql as $$
begin
  insert into alarm_name (tenant_id, search) values (new.tenant_id, new.search) on conflict do nothing;
  return null;
end $$;
create trigger alarm_name_kept after insert or update of cleared_at on alarm
  for each row when (new.cleared_at is not null) execute function app.keep_alarm_name();

-- Devices that are away because of what an alarm is about, and so have none of their own.
create table alarm_consequence (
  tenant_id uuid not null,
  alarm_id uuid not null,
  device_id uuid not null,
  primary key (tenant_id, alarm_id, device_id),
  foreign key (tenant_id, alarm_id) references alarm (tenant_id, id) on delete cascade
);
create index alarm_consequence_device on alarm_consequence (tenant_id, device_id);
call app.wall_off('alarm_consequence');

-- What a rule has seen of a device: too much since when, and the level it was raised at. No row: all is well.
create table alarm_watch (
  tenant_id uuid not null,
  device_id uuid not null,
  rule_id uuid not null,
  part text not null,
  since timestamptz not null,
  -- Null while it does not count yet.
  level text,
  primary key (tenant_id, device_id, rule_id, part),
  foreign key (tenant_id, rule_id) references alarm_rule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index alarm_watch_rule on alarm_watch (tenant_id, rule_id, part, device_id);
call app.wall_off('alarm_watch');

-- While it lasts, its sites raise nothing.
create table maintenance (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_by_name text not null,
  primary key (tenant_id, id),
  check (starts_at < ends_at)
);
create index maintenance_end on maintenance (ends_at);
call app.wall_off('maintenance');

create table maintenance_site (
  tenant_id uuid not null,
  maintenance_id uuid not null,
  site_id uuid not null,
  primary key (tenant_id, maintenance_id, site_id),
  foreign key (tenant_id, maintenance_id) references maintenance (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create index maintenance_site_site on maintenance_site (tenant_id, site_id);
call app.wall_off('maintenance_site');

-- Clients somebody wants to hear of when they come and go.
create table monitored_terminal (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  mac text not null,
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, mac)
);
call app.wall_off('monitored_terminal');
