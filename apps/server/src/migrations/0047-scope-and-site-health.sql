-- The organization or site that a person selected last in an account; null is everything within reach. Sites and
-- organizations are not referenced: one that is gone counts as everything.
create table selected_scope (
  tenant_id uuid not null references account (id) on delete cascade,
  manager_id uuid not null references manager (id) on delete cascade,
  place_id uuid,
  -- Newest first, without `place_id`.
  recent_ids uuid[] not null default '{}',
  primary key (tenant_id, manager_id)
);
create index selected_scope_manager on selected_scope (manager_id);
call app.wall_off('selected_scope');

-- Figures of each site by device kind, computed when they are read and out of date. `all` is the sum, by which
-- lists are sorted; `none` has the alarms of the site itself.
create table site_health (
  tenant_id uuid not null,
  site_id uuid not null,
  kind text not null,
  -- Name of the site in lower case.
  sort_name text not null default '',
  devices int not null default 0,
  online int not null default 0,
  offline int not null default 0,
  clients int not null default 0,
  outdated int not null default 0,
  urgent int not null default 0,
  important int not null default 0,
  secondary int not null default 0,
  notice int not null default 0,
  alarms int not null generated always as (urgent + important + secondary + notice) stored,
  -- Bytes in both directions in the last 24 hours, in total and by hour; only in the row of all kinds.
  traffic bigint not null default 0,
  hourly bigint[] not null default '{}',
  -- Higher is worse: state, most severe level, alarms, offline devices. The default is that of a site without devices.
  severity int not null default 100000000,
  primary key (tenant_id, site_id, kind),
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create index site_health_severity on site_health (tenant_id, severity desc, sort_name, site_id) where kind = 'all';
create index site_health_devices on site_health (tenant_id, devices desc, sort_name, site_id) where kind = 'all';
create index site_health_offline on site_health (tenant_id, offline desc, sort_name, site_id) where kind = 'all';
create index site_health_clients on site_health (tenant_id, clients desc, sort_name, site_id) where kind = 'all';
create index site_health_outdated on site_health (tenant_id, outdated desc, sort_name, site_id) where kind = 'all';
create index site_health_alarms on site_health (tenant_id, alarms desc, sort_name, site_id) where kind = 'all';
create index site_health_traffic on site_health (tenant_id, traffic desc, sort_name, site_id) where kind = 'all';
create index site_health_name on site_health (tenant_id, sort_name, site_id) where kind = 'all';
call app.wall_off('site_health');

-- The same for all sites of an organization together.
create table enterprise_health (
  tenant_id uuid not null,
  enterprise_id uuid not null,
  sort_name text not null default '',
  sites int not null default 0,
  -- Sites by state.
  trouble int not null default 0,
  attention int not null default 0,
  devices int not null default 0,
  online int not null default 0,
  offline int not null default 0,
  clients int not null default 0,
  outdated int not null default 0,
  urgent int not null default 0,
  important int not null default 0,
  secondary int not null default 0,
  notice int not null default 0,
  alarms int not null generated always as (urgent + important + secondary + notice) stored,
  traffic bigint not null default 0,
  hourly bigint[] not null default '{}',
  severity int not null default 100000000,
  primary key (tenant_id, enterprise_id),
  foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id) on delete cascade
);
create index enterprise_health_severity on enterprise_health (tenant_id, severity desc, sort_name, enterprise_id);
call app.wall_off('enterprise_health');

-- Every site and organization has its row with its current name, so that lists can start from the figures.
-- Rows are added by statement, because imports add many sites at once. A plan for the foreign key that was made while there
-- were few sites would read all of them for every new one.
create function app.add_site_health() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into site_health (tenant_id, site_id, kind, sort_name)
    select tenant_id, id, 'all', lower(name) from added on conflict do nothing;
  return null;
end $$;
create trigger site_health_added after insert on site referencing new table as added
  for each statement execute function app.add_site_health();

create function app.rename_site_health() returns trigger language plpgsql as $$
begin
  update site_health set sort_name = lower(new.name)
    where tenant_id = new.tenant_id and site_id = new.id and kind = 'all';
  return null;
end $$;
create trigger site_health_renamed after update of name on site
  for each row when (old.name is distinct from new.name) execute function app.rename_site_health();

create function app.add_enterprise_health() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into enterprise_health (tenant_id, enterprise_id, sort_name)
    select tenant_id, id, lower(name) from added on conflict do nothing;
  return null;
end $$;
create trigger enterprise_health_added after insert on enterprise referencing new table as added
  for each statement execute function app.add_enterprise_health();

create function app.rename_enterprise_health() returns trigger language plpgsql as $$
begin
  update enterprise_health set sort_name = lower(new.name)
    where tenant_id = new.tenant_id and enterprise_id = new.id;
  return null;
end $$;
create trigger enterprise_health_renamed after update of name on enterprise
  for each row when (old.name is distinct from new.name) execute function app.rename_enterprise_health();

set local role airloom_system;
insert into site_health (tenant_id, site_id, kind, sort_name) select tenant_id, id, 'all', lower(name) from site;
insert into enterprise_health (tenant_id, enterprise_id, sort_name) select tenant_id, id, lower(name) from enterprise;
reset role;
