-- Refused attempts to connect or enrol: one row per device and reason. The device may be unknown to the account when a
-- claim code of it was used.
create table refused_attempt (
  tenant_id uuid not null references account (id) on delete cascade,
  -- Empty when the request named no device.
  serial text not null,
  reason text not null,
  claim_code_id uuid,
  address text not null,
  count int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, serial, reason),
  foreign key (tenant_id, claim_code_id) references claim_code (tenant_id, id) on delete cascade
);
create index refused_attempt_by_time on refused_attempt (tenant_id, last_at desc, serial, reason);
create index refused_attempt_age on refused_attempt (last_at);
create index refused_attempt_code on refused_attempt (tenant_id, claim_code_id) where claim_code_id is not null;
call app.wall_off('refused_attempt');

-- Finds the registration of a device that connects with another MAC address than registered.
create index device_awaited_sn on device (sn) where sn <> '' and registered_at is not null and first_online_at is null;
-- Devices that enrolled with a code.
create index device_certificate_code on device_certificate (tenant_id, claim_code_id, issued_at desc)
  where claim_code_id is not null;

-- An account has the name of its company.
set local role airloom_system;
update account set name = enterprise_name where enterprise_name <> '';
reset role;
