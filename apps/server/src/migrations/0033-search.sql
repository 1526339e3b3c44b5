-- Searches for a part of a text. LIKE is not leakproof, so behind row-level security the planner may not look a pattern
-- up in an index: for airloom_app every search would read all rows of the account. The functions made here belong to
-- airloom_system, whose policies hold no condition, and look only at the account of the transaction. They answer with
-- ids alone; the rows are then read under row-level security.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm with schema public;
  end if;
exception
  -- Searches then read all rows of the account, as they would without the extension.
  when insufficient_privilege then raise notice 'pg_trgm could not be created: searches have no index';
end $$;

-- Makes app.search_<table>(pattern, at_most): the `key` of rows whose `searched` text is like the lower-cased pattern;
-- null when there are more than `at_most`, or no index to find them by.
create procedure app.make_searchable(tbl regclass, key text, searched text) language plpgsql as $$
declare
  made text := format('app.search_%s(text, int)', tbl);
  extension_schema text := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
  -- Planned with the pattern, which decides whether the index or the order of the table is the better way.
  statement text := format(
    'select array_agg(found.key) from (select %I as key from %s where tenant_id = $1 and %s like lower($2) limit $3) found',
    key, tbl, searched);
begin
  if extension_schema is null then
    execute format('create function app.search_%s(pattern text, at_most int) returns uuid[] language sql immutable
      return null::uuid[]', tbl);
  else
    execute format('create index %I on %s using gin (%s %s.gin_trgm_ops)',
      tbl::text || '_search', tbl, searched, extension_schema);
    execute format($make$
      create function app.search_%s(pattern text, at_most int) returns uuid[]
        language plpgsql stable security definer set search_path = public, pg_temp as $body$
      declare
        found uuid[];
      begin
        execute %L into found using app.tenant(), pattern, at_most + 1;
        return case when found is null then '{}' when cardinality(found) <= at_most then found end;
      end $body$ $make$, tbl, statement);
  end if;
  execute format('revoke execute on function %s from public', made);
  execute format('grant execute on function %s to airloom_app', made);
  execute format('alter function %s owner to airloom_system', made);
end $$;

grant create on schema app to airloom_system;
call app.make_searchable('terminal_session', 'id',
  $$(lower(mac || e'\n' || hostname || e'\n' || ip || e'\n' || ssid))$$);
call app.make_searchable('operation_log', 'id', $$(lower(target || e'\n' || user_name))$$);
call app.make_searchable('upgrade', 'id', $$(lower(device_name))$$);
call app.make_searchable('command', 'batch_id', $$(lower(device_name))$$);
call app.make_searchable('command_batch', 'id', $$(lower(created_by_name))$$);
revoke create on schema app from airloom_system;
drop procedure app.make_searchable(regclass, text, text);
