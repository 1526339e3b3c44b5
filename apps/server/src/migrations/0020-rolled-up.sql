-- Up to when each kind of roll-up had nothing left to do when it last was done: what is due from before came late.
create table rolled_up (
  what text primary key,
  until timestamptz not null
);
call app.system_only('rolled_up');
create policy read on rolled_up for select to airloom_app using (app.tenant() is not null);
grant select on rolled_up to airloom_app;
