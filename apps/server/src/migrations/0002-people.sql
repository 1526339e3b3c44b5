-- The main account: the tenant.
create table account (
  id uuid primary key,
  name text not null,
  enterprise_name text not null default '',
  address text not null default '',
  contact_name text not null default '',
  phone text not null default '',
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index account_closed on account (closed_at) where closed_at is not null;

-- A person. They may hold roles in several accounts.
create table manager (
  id uuid primary key,
  user_name text not null,
  nickname text not null default '',
  phone text,
  email text,
  language text not null,
  time_zone text not null default '',
  two_factor text not null default 'off' check (two_factor in ('off', 'totp', 'code')),
  user_name_changed_at timestamptz,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index manager_user_name on manager (lower(user_name)) where closed_at is null;
create unique index manager_phone on manager (phone) where closed_at is null;
create unique index manager_email on manager (email) where closed_at is null;

-- What proves a person is that person: never readable by the application's everyday role.
create table manager_secret (
  manager_id uuid primary key references manager (id) on delete cascade,
  password_hash text,
  totp_secret text,
  totp_last_step bigint,
  pending_totp_secret text,
  recovery_hashes text[] not null default '{}',
  wechat_openid text unique,
  remind_password boolean not null default false
);
call app.system_only('manager_secret');

create table role (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  key text not null,
  name text not null default '',
  -- Null for built-in roles: their rights are the product's, not the row's.
  grants text[],
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
create unique index role_name on role (tenant_id, lower(name)) where name <> '';
call app.wall_off('role');

create table membership (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  manager_id uuid not null references manager (id) on delete cascade,
  role_id uuid not null,
  alias text not null default '',
  owner boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, manager_id, role_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index membership_manager on membership (manager_id);
create index membership_role on membership (tenant_id, role_id);
call app.wall_off('membership');
create policy own on membership for select to airloom_app using (manager_id = app.manager());
create policy own on role for select to airloom_app
  using (exists (select from membership m where m.tenant_id = role.tenant_id and m.role_id = role.id and m.manager_id = app.manager()));

alter table account enable row level security;
alter table account force row level security;
create policy tenant on account to airloom_app using (id = app.tenant()) with check (id = app.tenant());
create policy own on account for select to airloom_app
  using (exists (select from membership m where m.tenant_id = account.id and m.manager_id = app.manager()));
create policy system on account to airloom_system using (true) with check (true);
grant select, update on account to airloom_app;
grant select, insert, update, delete on account to airloom_system;

alter table manager enable row level security;
alter table manager force row level security;
create policy tenant on manager for select to airloom_app
  using (exists (select from membership m where m.manager_id = manager.id and m.tenant_id = app.tenant()));
create policy own on manager to airloom_app using (id = app.manager()) with check (id = app.manager());
create policy system on manager to airloom_system using (true) with check (true);
grant select, update on manager to airloom_app;
grant select, insert, update, delete on manager to airloom_system;

create table invitation (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  token_hash bytea not null unique,
  target text not null,
  role_id uuid not null,
  enterprise_ids uuid[] not null default '{}',
  site_ids uuid[] not null default '{}',
  status text not null check (status in ('sent', 'accepted', 'revoked', 'expired')),
  delivery text not null default 'queued' check (delivery in ('queued', 'sent', 'failed')),
  invited_by uuid not null,
  accepted_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index invitation_at on invitation (tenant_id, created_at desc);
create unique index invitation_open on invitation (tenant_id, target) where status = 'sent';
call app.wall_off('invitation');

-- One signed-in browser or app. The token itself is never stored.
create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  manager_id uuid not null references manager (id) on delete cascade,
  tenant_id uuid not null,
  membership_id uuid not null,
  address text not null,
  client text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index session_manager on session (manager_id);
create index session_membership on session (tenant_id, membership_id);
create index session_idle on session (last_seen_at);
call app.system_only('session');
create policy own on session for select to airloom_app using (manager_id = app.manager());
create policy tenant on session for select to airloom_app using (tenant_id = app.tenant());
grant select on session to airloom_app;

-- Half-finished sign-ins: the password was right, the second factor is owed.
create table sign_in_ticket (
  token_hash bytea primary key,
  manager_id uuid not null references manager (id) on delete cascade,
  attempts int not null default 0,
  expires_at timestamptz not null
);
create index sign_in_ticket_expiry on sign_in_ticket (expires_at);
call app.system_only('sign_in_ticket');

create table verification_code (
  purpose text not null,
  target text not null,
  code_hash bytea not null,
  attempts int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (purpose, target)
);
create index verification_code_expiry on verification_code (expires_at);
call app.system_only('verification_code');

create table qr_login (
  id uuid primary key,
  poll_hash bytea not null,
  status text not null check (status in ('waiting', 'scanned', 'confirmed', 'refused')),
  manager_id uuid references manager (id) on delete cascade,
  address text not null,
  client text not null,
  expires_at timestamptz not null
);
create index qr_login_expiry on qr_login (expires_at);
call app.system_only('qr_login');

create table api_key (
  tenant_id uuid not null,
  id uuid not null,
  membership_id uuid not null,
  name text not null,
  prefix text not null,
  secret_hash bytea not null unique,
  grants text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index api_key_membership on api_key (tenant_id, membership_id);
call app.wall_off('api_key');
