-- Public ports that lead to an address a device reaches, current and ended ones.
create table remote_proxy (
  tenant_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  -- The role assignment of the creator: the proxy ends with it.
  membership_id uuid not null,
  created_by uuid not null,
  created_by_name text not null,
  protocol text not null,
  local_address text not null,
  local_port int not null,
  public_host text not null,
  public_port int not null,
  -- Addresses and networks it may be used from; anywhere if it is empty.
  sources text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- To the device, and from it.
  bytes_in bigint not null default 0,
  bytes_out bigint not null default 0,
  last_used_at timestamptz,
  last_address text,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index remote_proxy_device on remote_proxy (tenant_id, device_id);
create index remote_proxy_created on remote_proxy (tenant_id, created_at desc, id desc);
create unique index remote_proxy_port on remote_proxy (public_port) where ended_at is null;
create index remote_proxy_ended on remote_proxy (ended_at) where ended_at is not null;
call app.wall_off('remote_proxy');

-- Accounts without a row do not use remote proxies.
create table remote_proxy_setting (
  tenant_id uuid primary key references account (id) on delete cascade,
  enabled boolean not null
);
call app.wall_off('remote_proxy_setting');
