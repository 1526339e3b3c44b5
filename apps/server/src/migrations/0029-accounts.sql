-- Tokens whose sessions ended because the person was removed from the account, so that the next request is answered
-- with the reason. Rows are kept as long as a session may be idle.
create table removed_session (
  token_hash bytea primary key,
  removed_at timestamptz not null
);
create index removed_session_at on removed_session (removed_at);
call app.system_only('removed_session');

-- As app.end_sessions, for a member who is removed.
create function app.remove_sessions(tenant uuid, membership uuid, removed_at timestamptz) returns setof uuid
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    with ended as (
      delete from session
        where session.tenant_id = remove_sessions.tenant
          and session.tenant_id = app.tenant()
          and session.membership_id = remove_sessions.membership
        returning session.id, session.token_hash
    ), remembered as (
      insert into removed_session (token_hash, removed_at)
        select ended.token_hash, remove_sessions.removed_at from ended
    )
    select ended.id from ended;
  end;
revoke execute on function app.remove_sessions(uuid, uuid, timestamptz) from public;
grant execute on function app.remove_sessions(uuid, uuid, timestamptz) to airloom_app;
grant create on schema app to airloom_system;
alter function app.remove_sessions(uuid, uuid, timestamptz) owner to airloom_system;
revoke create on schema app from airloom_system;

-- The organization or site the session shows; no foreign key, because it may be either.
alter table session add column current_id uuid;

-- An alias is 1 to 20 letters, digits and underscores, not all digits; it was the nickname before. A name that is no
-- alias is replaced by the user name, which has at most 16 of the same characters.
update membership set alias = case when manager.user_name ~ '^[0-9]+$' then 'u_' else '' end || manager.user_name
  from manager
  where manager.id = membership.manager_id
    and (membership.alias !~ '^[A-Za-z0-9_]{1,20}$' or membership.alias ~ '^[0-9]+$');
alter table membership alter column alias drop default;
alter table membership add constraint membership_alias
  check (alias ~ '^[A-Za-z0-9_]{1,20}$' and alias !~ '^[0-9]+$');

-- Empty for a role without one.
alter table role add column alias text not null default ''
  check (alias = '' or (alias ~ '^[A-Za-z0-9_]{1,20}$' and alias !~ '^[0-9]+$'));
