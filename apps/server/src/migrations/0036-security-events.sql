-- What a person should know about the safety of their sign-in; of each person the newest are kept.
create table security_event (
  manager_id uuid not null references manager (id) on delete cascade,
  id uuid not null,
  kind text not null,
  at timestamptz not null,
  address text not null,
  client text not null,
  detail text not null default '',
  primary key (manager_id, id)
);
call app.system_only('security_event');
create policy own on security_event for select to airloom_app using (manager_id = app.manager());
grant select on security_event to airloom_app;

-- Networks and kinds of browsers a person signed in with.
create table sign_in_place (
  manager_id uuid not null references manager (id) on delete cascade,
  network text not null,
  browser text not null,
  seen_at timestamptz not null,
  primary key (manager_id, network, browser)
);
call app.system_only('sign_in_place');
