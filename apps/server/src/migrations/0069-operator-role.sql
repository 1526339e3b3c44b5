-- The operator of the installation serves orders and payments of all accounts without seeing their networks: a role of its
-- own, which may only use tables that are named for it.
do $$
declare
  right_to_take text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  if not exists (select from pg_roles where rolname = 'airloom_operator') then
    begin
      create role airloom_operator nologin;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end if;
  if not pg_has_role(current_user, 'airloom_operator', right_to_take) then
    execute format('grant airloom_operator to %I', current_user);
  end if;
end $$;
grant usage on schema app, public to airloom_operator;

-- Rows of all accounts, with the named rights.
create procedure app.open_to_operator(tbl regclass, rights text) language plpgsql as $$
begin
  execute format('create policy operator on %s to airloom_operator using (true) with check (true)', tbl);
  execute format('grant %s on %s to airloom_operator', rights, tbl);
end $$;

-- Names of customers, and nothing else of an account.
create policy operator on account for select to airloom_operator using (true);
grant select (id, name, enterprise_name, demo, closed_at) on account to airloom_operator;

-- What the operator does is logged in the operator's own account.
create policy operator on operation_log for insert to airloom_operator with check (tenant_id = app.tenant());
grant insert on operation_log to airloom_operator;
create policy operator on outbox for insert to airloom_operator with check (true);
grant insert on outbox to airloom_operator;
