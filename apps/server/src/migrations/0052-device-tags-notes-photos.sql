-- Tags of an account. `key` is the name without differences of letter case.
create table tag (
  tenant_id uuid not null references account (id) on delete cascade,
  id uuid not null,
  name text not null,
  key text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index tag_key on tag (tenant_id, key);
call app.wall_off('tag');

create table device_tag (
  tenant_id uuid not null,
  device_id uuid not null,
  tag_id uuid not null,
  primary key (tenant_id, device_id, tag_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references tag (tenant_id, id) on delete cascade
);
create index device_tag_devices on device_tag (tenant_id, tag_id, device_id);
call app.wall_off('device_tag');

create table device_note (
  tenant_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  text text not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  edited_by_name text,
  edited_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index device_note_of on device_note (tenant_id, device_id, created_at desc, id desc);
call app.wall_off('device_note');

-- Pictures are stored files. A job deletes files without a row here.
create table device_photo (
  tenant_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  file_id uuid not null,
  thumbnail_id uuid not null,
  width int not null,
  height int not null,
  -- Bytes.
  size int not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index device_photo_of on device_photo (tenant_id, device_id, created_at, id);
create unique index device_photo_file on device_photo (tenant_id, file_id);
create unique index device_photo_thumbnail on device_photo (tenant_id, thumbnail_id);
call app.wall_off('device_photo');
create index stored_file_photo on stored_file (created_at) where kind = 'devicePhoto';
