create table enterprise (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  address text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id)
);
create unique index enterprise_name on enterprise (tenant_id, lower(name)) where deleted_at is null;
create index enterprise_bin on enterprise (deleted_at) where deleted_at is not null;
call app.wall_off('enterprise');

create table site (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  enterprise_id uuid not null,
  name text not null,
  code text not null default '',
  country_code text not null,
  address text not null default '',
  latitude double precision,
  longitude double precision,
  time_zone text not null,
  ntp_server text not null default '',
  contact_name text not null default '',
  remark text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id),
  check ((latitude is null) = (longitude is null))
);
create unique index site_name on site (tenant_id, enterprise_id, lower(name)) where deleted_at is null;
create unique index site_code on site (tenant_id, code) where deleted_at is null and code <> '';
create index site_enterprise on site (tenant_id, enterprise_id);
create index site_by_name on site (tenant_id, lower(name), id) where deleted_at is null;
create index site_by_age on site (tenant_id, created_at, id) where deleted_at is null;
create index site_bin on site (deleted_at) where deleted_at is not null;
call app.wall_off('site');

-- What a member with less than the whole account may see: organizations, or sites.
create table membership_enterprise (
  tenant_id uuid not null,
  membership_id uuid not null,
  enterprise_id uuid not null,
  primary key (tenant_id, membership_id, enterprise_id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  foreign key (tenant_id, enterprise_id) references enterprise (tenant_id, id) on delete cascade
);
create index membership_enterprise_of on membership_enterprise (tenant_id, enterprise_id);
call app.wall_off('membership_enterprise');

create table membership_site (
  tenant_id uuid not null,
  membership_id uuid not null,
  site_id uuid not null,
  primary key (tenant_id, membership_id, site_id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade
);
create index membership_site_of on membership_site (tenant_id, site_id);
call app.wall_off('membership_site');
