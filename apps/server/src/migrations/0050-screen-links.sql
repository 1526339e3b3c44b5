-- Links that open the big screen without a sign-in. They show what their creator sees now, at most.
create table screen_link (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  -- The role assignment of the creator: the link ends with it.
  membership_id uuid not null,
  name text not null,
  -- The place; with neither everything that the creator sees.
  enterprise_id uuid,
  site_id uuid,
  token_hash bytea not null unique,
  -- Addresses and networks of displays; anywhere if it is empty.
  addresses text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_address text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade,
  check (enterprise_id is null or site_id is null)
);
create unique index screen_link_id on screen_link (id);
create index screen_link_membership on screen_link (tenant_id, membership_id);
create index screen_link_enterprise on screen_link (tenant_id, enterprise_id) where enterprise_id is not null;
create index screen_link_site on screen_link (tenant_id, site_id) where site_id is not null;
create index screen_link_expiry on screen_link (expires_at);
call app.wall_off('screen_link');
