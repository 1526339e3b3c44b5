-- What devices told of each of their clients, one row a minute: the newest report of it. `samples` is packed, see
-- client-samples.ts. Goes with the reports of its day.
create table client_minute (
  tenant_id uuid not null,
  device_id uuid not null,
  minute timestamptz not null,
  at timestamptz not null,
  samples bytea not null,
  primary key (tenant_id, device_id, minute)
) partition by range (minute);
call app.wall_off('client_minute');

-- Makes a day's part of a table that is parted by days; one that exists is left alone. It is attached rather than made
-- in place, so nobody who reads or writes the table has to wait for it.
create function app.ensure_day(whole text, day date) returns void language plpgsql
  set search_path = public, pg_temp as $$
declare
  part text := whole || '_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(part) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(whole), to_char(day, 'YYYYMMDD')::int);
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like %I including indexes)', part, whole);
  execute format('alter table %I enable row level security', part);
  execute format('alter table %I force row level security', part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    whole, part, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end $$;
revoke all on function app.ensure_day(text, date) from public;

create or replace function app.ensure_report_day(day date) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform app.ensure_day('client_minute', day);
  perform app.ensure_day('device_report', day);
end $$;

-- Days from before there were minutes have none.
select app.ensure_day('client_minute', day) from app.report_days() day;

create or replace function app.hold_report_day(day date) returns boolean language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  suffix text := '_' || to_char(day, 'YYYYMMDD');
begin
  -- In the order in which whoever writes takes them: clients before reports, the whole before the part.
  lock table only client_minute in access exclusive mode;
  execute format('lock table %I in access exclusive mode', 'client_minute' || suffix);
  lock table only device_report in access exclusive mode;
  execute format('lock table %I in access exclusive mode', 'device_report' || suffix);
  return true;
exception
  when lock_not_available or undefined_table then return false;
end $$;

create or replace function app.drop_report_day(day date) returns void language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  suffix text := '_' || to_char(day, 'YYYYMMDD');
begin
  execute format('drop table %I', 'client_minute' || suffix);
  execute format('drop table %I', 'device_report' || suffix);
end $$;
