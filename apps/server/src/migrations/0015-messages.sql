-- What a person is told in the console, in one account.
create table message (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  manager_id uuid not null references manager (id) on delete cascade,
  -- The same thing is told once, however often whoever tells it tries.
  once text not null,
  tab text not null,
  key text not null,
  params jsonb not null,
  link text not null,
  -- It leads somewhere until then; null: as long as the message is kept.
  link_until timestamptz,
  created_at timestamptz not null,
  read_at timestamptz,
  -- The person removed it; for a while it stays known that it was told.
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, manager_id, once)
);
create index message_of_person on message (tenant_id, manager_id, tab, created_at desc, id desc);
create index message_unread on message (tenant_id, manager_id, tab) where read_at is null and removed_at is null;
create index message_age on message (created_at);
call app.wall_off('message');

-- A table that is written into a file or read from one, and what came of it.
create table sheet_work (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  kind text not null,
  call text not null,
  manager_id uuid not null references manager (id) on delete cascade,
  user_name text not null,
  started_at timestamptz not null,
  -- Null while it runs, and for ever where it failed or the process that did it was killed.
  ended_at timestamptz,
  done int not null default 0,
  refused int not null default 0,
  -- What can be fetched of it: the table, or the rows that were refused.
  file_id uuid,
  primary key (tenant_id, id)
);
create index sheet_work_of_person on sheet_work (tenant_id, manager_id, started_at desc);
create index sheet_work_age on sheet_work (started_at);
call app.wall_off('sheet_work');
