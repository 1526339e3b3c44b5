-- Ends what one member of the current account has open here. The application's everyday role may not delete
-- sessions, since a session belongs to a person, not to an account; this is the one case in which it must.
create function app.end_sessions(tenant uuid, membership uuid) returns setof uuid
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from session
      where session.tenant_id = end_sessions.tenant
        and session.tenant_id = app.tenant()
        and session.membership_id = end_sessions.membership
      returning session.id;
  end;
revoke execute on function app.end_sessions(uuid, uuid) from public;
grant execute on function app.end_sessions(uuid, uuid) to airloom_app;

-- Row-level security is forced on owners too, so the function must belong to a role that its policies let in.
grant create on schema app to airloom_system;
alter function app.end_sessions(uuid, uuid) owner to airloom_system;
revoke create on schema app from airloom_system;
