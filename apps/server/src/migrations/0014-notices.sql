-- Other programs that are told of alarms.
create table webhook (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  -- Sealed: it signs what is sent.
  secret text not null,
  enabled boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index webhook_name on webhook (tenant_id, lower(name));
call app.wall_off('webhook');

-- Who is told of which alarms, and how.
create table notice_setting (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  enabled boolean not null,
  levels text[] not null,
  modes text[] not null,
  emails text[] not null,
  phones text[] not null,
  tells_clears boolean not null,
  -- Null: told at once.
  escalate_minutes int,
  digest text not null,
  rest_times jsonb not null,
  holidays jsonb not null,
  urgent_always boolean not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index notice_setting_name on notice_setting (tenant_id, lower(name));
call app.wall_off('notice_setting');

-- The sites of a setting that is not for all of them.
create table notice_setting_site (
  tenant_id uuid not null,
  setting_id uuid not null,
  site_id uuid not null,
  primary key (tenant_id, setting_id, site_id),
  foreign key (tenant_id, setting_id) references notice_setting (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create index notice_setting_site_site on notice_setting_site (tenant_id, site_id);
call app.wall_off('notice_setting_site');

-- A setting for sites that are all gone for good goes with the last of them: without any it would be for everywhere.
create function app.drop_setting_of_gone_sites() returns trigger language plpgsql as $$
begin
  delete from notice_setting setting
  where setting.tenant_id = old.tenant_id and setting.id = old.setting_id
    and not exists (select from site where site.tenant_id = old.tenant_id and site.id = old.site_id)
    and not exists (
      select from notice_setting_site of_setting
      where of_setting.tenant_id = setting.tenant_id and of_setting.setting_id = setting.id);
  return null;
end $$;
create trigger notice_setting_site_gone after delete on notice_setting_site
  for each row execute function app.drop_setting_of_gone_sites();

create table notice_setting_person (
  tenant_id uuid not null,
  setting_id uuid not null,
  manager_id uuid not null references manager (id) on delete cascade,
  primary key (tenant_id, setting_id, manager_id),
  foreign key (tenant_id, setting_id) references notice_setting (tenant_id, id) on delete cascade
);
create index notice_setting_person_manager on notice_setting_person (manager_id);
call app.wall_off('notice_setting_person');

create table notice_setting_webhook (
  tenant_id uuid not null,
  setting_id uuid not null,
  webhook_id uuid not null,
  primary key (tenant_id, setting_id, webhook_id),
  foreign key (tenant_id, setting_id) references notice_setting (tenant_id, id) on delete cascade,
  foreign key (tenant_id, webhook_id) references webhook (tenant_id, id) on delete cascade
);
create index notice_setting_webhook_webhook on notice_setting_webhook (tenant_id, webhook_id);
call app.wall_off('notice_setting_webhook');

-- What is told to one address, and what became of it. It outlives its alarm, setting and webhook.
create table notice (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  -- What it is told of at most once: the alarm; the setting of a digest or a trial; the webhook of a trial.
  about_id uuid not null,
  step text not null,
  -- Tells apart what has the same step: the level, how many times before, a digest's period.
  detail text not null,
  mode text not null,
  -- Empty: every person who sees the alarm.
  address text not null,
  alarm_id uuid,
  setting_id uuid,
  webhook_id uuid,
  manager_id uuid,
  level text not null,
  because text not null,
  site_id uuid,
  zone_minutes int not null,
  tells_clears boolean not null,
  state text not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  -- How it is known to whoever receives it; those that go out in one message have the same. Null before the first try.
  message_id uuid,
  first_tried_at timestamptz,
  -- While somebody is at it. Whoever dies meanwhile leaves it here.
  leased_until timestamptz,
  error text not null default '',
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'waiting') = (ended_at is null))
);
-- However often it is planned, it is told once.
create unique index notice_once on notice (tenant_id, about_id, step, detail, mode, lower(address));
create index notice_due on notice (mode, due_at, id) where state = 'waiting';
create index notice_of_setting on notice (tenant_id, setting_id) where state = 'waiting';
create index notice_of_message on notice (tenant_id, message_id);
create index notice_log on notice (tenant_id, created_at desc, id desc);
create index notice_of_webhook on notice (tenant_id, webhook_id, first_tried_at desc) where webhook_id is not null;
create index notice_age on notice (ended_at) where ended_at is not null;
create index notice_failed on notice (tenant_id, created_at) where state = 'failed';
call app.wall_off('notice');

-- What people asked to be sent in the last hour: trials, and notices once more.
create table notice_asked (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  notices int not null,
  primary key (tenant_id, id)
);
call app.wall_off('notice_asked');
