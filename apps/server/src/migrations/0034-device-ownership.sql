-- When a person registered it by its MAC address; null for devices that a controller listed or that enrolled by a code.
alter table device add column registered_at timestamptz;

alter table device_certificate
  -- SHA-256 of the public key; null until a certificate from before is used again.
  add column key_hash text,
  -- Who vouched for it: the installation's own authority, one its account trusts, or one known to the whole installation.
  -- Null until a certificate from before is used again.
  add column maker text check (maker in ('own', 'trusted', 'factory')),
  -- Set on a certificate for a device that had another key before; it admits nobody until a person approves it.
  add column requested_at timestamptz,
  -- Where that request came from.
  add column requested_from text not null default '';

alter table trusted_ca
  add column challenge text not null default 'airloom-' || replace(gen_random_uuid()::text, '-', ''),
  add column proven_at timestamptz,
  -- False for authorities trusted before proofs were required.
  add column needs_proof boolean not null default true;
create index trusted_ca_fingerprint on trusted_ca (fingerprint);

-- Other accounts that registered a device of this one.
create table device_dispute (
  tenant_id uuid not null,
  device_id uuid not null,
  -- The other account, which people of this one are not shown.
  claimant uuid not null references account (id) on delete cascade,
  names_sn boolean not null,
  opened_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, device_id, claimant),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
create index device_dispute_claimant on device_dispute (claimant);
call app.wall_off('device_dispute');

-- Row-level security is forced on the owner of the database too.
set local role airloom_system;
update trusted_ca set needs_proof = false;
update device_certificate set maker = 'own' where claim_code_id is not null;
update device set registered_at = created_at
where managed_by is null and not exists (
  select from device_certificate own
  where own.tenant_id = device.tenant_id and own.device_id = device.id);
insert into alarm_rule (tenant_id, id, shipped, name, type, kinds, levels, hold_minutes, enabled, description,
                        modes, emails, phones, rest_times, holidays, repeat, macs, updated_at)
select tenant_id, gen_random_uuid(), type, '', type, '{}', '[{"level": "important", "threshold": null}]', 0, true, '',
       '{page}', '{}', '{}', '[]', '[]', 1, '{}', now()
from alarm_account cross join unnest(array['enrolmentWaiting', 'ownershipDisputed']) as type;
reset role;
