-- Roles own nothing and may not log in: the application's connections take them on.
-- They belong to the whole cluster, so another installation may have made them already.
do $$
declare
  -- Before PostgreSQL 16 every member of a role could take it on.
  right_to_take text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  if not exists (select from pg_roles where rolname = 'airloom_app') then
    begin
      create role airloom_app nologin;
    exception
      when duplicate_object or unique_violation then null; -- made by another start at the same moment
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'airloom_system') then
    begin
      create role airloom_system nologin;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end if;
  if not pg_has_role(current_user, 'airloom_app', right_to_take) then
    execute format('grant airloom_app to %I', current_user);
  end if;
  if not pg_has_role(current_user, 'airloom_system', right_to_take) then
    execute format('grant airloom_system to %I', current_user);
  end if;
end $$;

create schema app;
grant usage on schema app to airloom_app, airloom_system;
grant usage on schema public to airloom_app, airloom_system;

-- Null when nobody said on whose behalf the transaction runs: then no policy lets a row through.
create function app.tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::uuid;
create function app.manager() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.manager', true), '')::uuid;

-- Walls off a table whose rows belong to one account each.
create procedure app.wall_off(tbl regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s to airloom_app using (tenant_id = app.tenant()) with check (tenant_id = app.tenant())', tbl);
  execute format('create policy system on %s to airloom_system using (true) with check (true)', tbl);
  execute format('grant select, insert, update, delete on %s to airloom_app, airloom_system', tbl);
end $$;

-- Walls off a table that only the system itself may touch.
create procedure app.system_only(tbl regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy system on %s to airloom_system using (true) with check (true)', tbl);
  execute format('grant select, insert, update, delete on %s to airloom_system', tbl);
end $$;

-- Facts to tell others, written with what they are facts about, told after commit.
create table outbox (
  id uuid primary key,
  tenant_id uuid,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  failed_at timestamptz,
  error text
);
create index outbox_due on outbox (next_at, id) where failed_at is null;
call app.system_only('outbox');
create policy tell on outbox for insert to airloom_app with check (tenant_id = app.tenant());
grant insert on outbox to airloom_app;

-- Who did what, when, from where; nobody but the retention job may change or remove a row.
create table operation_log (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  manager_id uuid,
  user_name text not null,
  address text not null,
  call text not null,
  request_id text not null,
  target text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index operation_log_at on operation_log (tenant_id, at desc, id desc);
alter table operation_log enable row level security;
alter table operation_log force row level security;
create policy read on operation_log for select to airloom_app using (tenant_id = app.tenant());
create policy write on operation_log for insert to airloom_app with check (tenant_id = app.tenant());
create policy system on operation_log to airloom_system using (true) with check (true);
grant select, insert on operation_log to airloom_app;
grant select, insert, delete on operation_log to airloom_system;

-- What the file store holds; names are ids, never what a person called the file.
create table stored_file (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  shown_publicly boolean not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index stored_file_id on stored_file (id);
call app.wall_off('stored_file');

-- Counts failures by account and by address, for growing delays and locks.
create table throttle (
  key text primary key,
  failures int not null,
  blocked_until timestamptz not null,
  updated_at timestamptz not null
);
create index throttle_age on throttle (updated_at);
call app.system_only('throttle');

-- What the development sender "sent"; empty where real senders are set up.
create table development_message (
  id uuid primary key,
  channel text not null,
  target text not null,
  subject text not null,
  body text not null,
  at timestamptz not null default now()
);
call app.system_only('development_message');

-- Facts about this installation, such as which account is the demo.
create table installation (
  key text primary key,
  value jsonb not null
);
call app.system_only('installation');
