-- Every search for a part of a text uses an index. 0033 explains why the functions belong to airloom_system.

-- In the locale C pg_trgm knows the letters of ASCII alone, so no Chinese text would use an index. Here every other byte
-- becomes an x and its octal number: three Chinese characters are as selective as a long word. Different texts may
-- become the same; the queries compare the rows that are found with the text itself. The cast is immutable, unlike
-- convert_to, so the planner replaces calls by the expression, which takes less than half the time.
create function app.search_text(value text) returns text language sql immutable parallel safe
  return replace(encode(replace(lower(value), '\', '\\')::bytea, 'escape'), '\', 'x');

-- A trigram index, where the extension is installed.
create procedure app.make_text_index(name text, tbl regclass, searched text, rows text default 'true') language plpgsql as $$
declare
  extension_schema text := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
begin
  if extension_schema is not null then
    execute format('create index %I on %s using gin (app.search_text(%s) %s.gin_trgm_ops) where %s',
      name, tbl, searched, extension_schema, rows);
  end if;
end $$;

-- Makes app.search_<name>(texts, at_most, narrowed): the keys of rows that contain one of the texts; null when there
-- are more than `at_most`, or no index to find them by. The statement gets the account as $1, patterns as $2, a limit
-- as $3 and `narrowed` as $4. It is planned with the patterns, which decide whether the index is the better way.
create procedure app.make_search(name text, statement text) language plpgsql as $$
declare
  made text := format('app.search_%s(text[], int, uuid)', name);
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    execute format('create function app.search_%s(texts text[], at_most int, narrowed uuid) returns text[]
      language sql immutable return null::text[]', name);
  else
    execute format($make$
      create function app.search_%s(texts text[], at_most int, narrowed uuid) returns text[]
        language plpgsql stable security definer set search_path = public, pg_temp as $body$
      declare
        patterns text[] := array(
          select '%%' || replace(replace(app.search_text(value), '%%', '\%%'), '_', '\_') || '%%' from unnest(texts) value);
        found text[];
      begin
        execute %L into found using app.tenant(), patterns, at_most + 1, narrowed;
        return case when cardinality(found) <= at_most then found end;
      end $body$ $make$, name, format('select array(select key::text from (%s) found limit $3)', statement));
  end if;
  execute format('revoke execute on function %s from public', made);
  execute format('grant execute on function %s to airloom_app', made);
  execute format('alter function %s owner to airloom_system', made);
end $$;

grant create on schema app to airloom_system;

-- The searches of 0033, now for every script.
drop function app.search_terminal_session(text, int);
drop index if exists terminal_session_search;
call app.make_text_index('terminal_session_search', 'terminal_session',
  $$mac || e'\n' || hostname || e'\n' || ip || e'\n' || ssid$$);
call app.make_search('terminal_session', $$
  select id as key from terminal_session
  where tenant_id = $1 and app.search_text(mac || e'\n' || hostname || e'\n' || ip || e'\n' || ssid) like any ($2)$$);

drop function app.search_operation_log(text, int);
drop index if exists operation_log_search;
call app.make_text_index('operation_log_search', 'operation_log', $$target || e'\n' || user_name$$);
call app.make_search('operation_log', $$
  select id as key from operation_log
  where tenant_id = $1 and app.search_text(target || e'\n' || user_name) like any ($2)$$);

drop function app.search_upgrade(text, int);
drop index if exists upgrade_search;
call app.make_text_index('upgrade_search', 'upgrade', 'device_name');
call app.make_search('upgrade', $$
  select id as key from upgrade where tenant_id = $1 and app.search_text(device_name) like any ($2)$$);

drop function app.search_command(text, int);
drop index if exists command_search;
call app.make_text_index('command_search', 'command', 'device_name');
call app.make_search('command', $$
  select batch_id as key from command where tenant_id = $1 and app.search_text(device_name) like any ($2)$$);

drop function app.search_command_batch(text, int);
drop index if exists command_batch_search;
call app.make_text_index('command_batch_search', 'command_batch', 'created_by_name');
call app.make_search('command_batch', $$
  select id as key from command_batch where tenant_id = $1 and app.search_text(created_by_name) like any ($2)$$);

-- A table of its own: a device is written whenever it connects or disconnects, and with a trigram index on it that
-- would take twice the time. Its texts rarely change.
create table device_text (
  tenant_id uuid not null,
  device_id uuid not null,
  search text not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
call app.wall_off('device_text');
insert into device_text (tenant_id, device_id, search) select tenant_id, id, search from device;

create function app.keep_device_text() returns trigger language plpgsql as $$
begin
  insert into device_text (tenant_id, device_id, search) values (new.tenant_id, new.id, new.search)
  on conflict (tenant_id, device_id) do update set search = excluded.search;
  return null;
end $$;
create trigger device_text_inserted after insert on device
  for each row execute function app.keep_device_text();
create trigger device_text_changed after update on device
  for each row when (old.search is distinct from new.search) execute function app.keep_device_text();

call app.make_text_index('device_text_search', 'device_text', 'search');
call app.make_search('device', $$
  select device_id as key from device_text where tenant_id = $1 and app.search_text(search) like any ($2)$$);

-- By the texts of a site, or the name of its organization.
call app.make_text_index('site_search', 'site', $$name || e'\n' || code || e'\n' || address$$);
call app.make_text_index('enterprise_search', 'enterprise', 'name');
call app.make_search('site', $$
  select id as key from site
  where tenant_id = $1 and app.search_text(name || e'\n' || code || e'\n' || address) like any ($2)
  union
  select site.id from enterprise
  join site on site.tenant_id = enterprise.tenant_id and site.enterprise_id = enterprise.id
  where enterprise.tenant_id = $1 and app.search_text(enterprise.name) like any ($2)$$);

-- Open sessions by their own texts and by the name that people gave the client. The index of all sessions serves both
-- the log and this search: sessions are written with every report, and another index would cost more than it saves.
call app.make_text_index('terminal_search', 'terminal', 'name', $$name <> ''$$);
call app.make_search('open_session', $$
  select id as key from terminal_session
  where tenant_id = $1 and ended_at is null
    and app.search_text(mac || e'\n' || hostname || e'\n' || ip || e'\n' || ssid) like any ($2)
  union
  select session.id from terminal
  join terminal_session session on session.tenant_id = terminal.tenant_id and session.mac = terminal.mac
  where terminal.tenant_id = $1 and terminal.name <> '' and app.search_text(terminal.name) like any ($2)
    and session.ended_at is null$$);

-- People by what they chose, and by their alias in the account.
call app.make_text_index('manager_search', 'manager',
  $$user_name || e'\n' || nickname || e'\n' || coalesce(phone, '') || e'\n' || coalesce(email, '')$$);
call app.make_text_index('membership_search', 'membership', 'alias');
call app.make_search('membership', $$
  select id as key from membership where tenant_id = $1 and app.search_text(alias) like any ($2)
  union
  select membership.id from manager join membership on membership.manager_id = manager.id
  where membership.tenant_id = $1 and app.search_text(user_name || e'\n' || nickname || e'\n' || coalesce(phone, '')
    || e'\n' || coalesce(email, '')) like any ($2)$$);

-- Notices by their address, or the name of the person or webhook.
call app.make_text_index('notice_search', 'notice', 'address', $$mode <> all ('{page,webhook}')$$);
create index notice_of_person on notice (tenant_id, manager_id) where mode = 'page';
call app.make_search('notice', $$
  select id as key from notice
  where tenant_id = $1 and mode <> all ('{page,webhook}') and app.search_text(address) like any ($2)
  union all
  select notice.id from manager join notice on notice.manager_id = manager.id
  where notice.tenant_id = $1 and notice.mode = 'page' and app.search_text(user_name || e'\n' || nickname || e'\n'
    || coalesce(phone, '') || e'\n' || coalesce(email, '')) like any ($2)
  union all
  select notice.id from webhook
  join notice on notice.tenant_id = webhook.tenant_id and notice.webhook_id = webhook.id
  where webhook.tenant_id = $1 and app.search_text(webhook.name) like any ($2)$$);

-- Messages of one person.
call app.make_text_index('message_search', 'message', 'params::text', 'removed_at is null');
call app.make_search('message', $$
  select id as key from message
  where tenant_id = $1 and manager_id = $4 and removed_at is null and app.search_text(params::text) like any ($2)$$);

call app.make_text_index('alarm_search', 'alarm', 'search', 'cleared_at is null');
call app.make_search('active_alarm', $$
  select id as key from alarm
  where tenant_id = $1 and cleared_at is null and app.search_text(search) like any ($2)$$);
call app.make_text_index('alarm_name_search', 'alarm_name', 'search');
call app.make_search('alarm_name', $$
  select search as key from alarm_name where tenant_id = $1 and app.search_text(search) like any ($2)$$);

revoke create on schema app from airloom_system;
drop procedure app.make_text_index(text, regclass, text, text);
drop procedure app.make_search(text, text);
