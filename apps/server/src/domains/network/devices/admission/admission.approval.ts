import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Proof } from './admission.trust.ts';
import { announceRequest } from './re-enrolment.ts';

/** A device of an account, and the certificate it presents there. */
export interface Presented {
  readonly tenant: string;
  readonly deviceId: string;
  readonly proof: Proof;
  readonly address: string;
  readonly at: Date;
}

interface DeviceKeys {
  readonly tenant: string;
  readonly id: string;
  readonly name: string;
  readonly siteId: string | null;
  readonly kind: DeviceKind;
  readonly hasSameKey: boolean;
  /** Issuer of the newest certificate that admitted it; null when it has none. */
  readonly previous: string | null;
  readonly waiting: number;
}

/**
 * An authority of the account can issue a certificate for any of its devices. If the device has connected with another
 * key, such a certificate requires approval like one for a claim code, unless an authority of the account issued the
 * previous one, too: that is a renewal. Returns the devices that require approval.
 */
export async function requestApprovals(
  tx: Transaction,
  presented: readonly Presented[],
): Promise<ReadonlySet<string>> {
  const trusted = presented.filter(({ proof }) => proof.maker.kind === 'trusted');
  if (trusted.length === 0) return new Set();
  const keys = new Map((await keysOf(tx, trusted)).map((row) => [row.id, row]));
  const awaitingApproval = new Set<string>();
  for (const one of trusted) {
    const device = keys.get(one.deviceId);
    if (device === undefined || device.hasSameKey) continue;
    if (device.previous === null || device.previous === 'trusted') continue;
    awaitingApproval.add(one.deviceId);
    if (device.waiting >= DEVICE_LIMITS.enrolmentRequestsMax) continue;
    await keepWaiting(tx, one);
    const { fingerprint } = one.proof;
    await announceRequest(tx, {
      tenant: one.tenant,
      device,
      address: one.address,
      certificate: { fingerprint },
    });
  }
  return awaitingApproval;
}

/** Keys of devices that have connected. */
function keysOf(tx: Transaction, presented: readonly Presented[]): Promise<DeviceKeys[]> {
  return tx.all(sql<DeviceKeys>`
    select d.tenant_id as tenant, d.id, d.name, d.site_id as "siteId", d.kind,
      exists (select from device_certificate c where c.tenant_id = d.tenant_id and c.device_id = d.id
        and c.requested_at is null and c.revoked_at is null
        and (c.key_hash = p.key or c.fingerprint = p.fingerprint)) as "hasSameKey",
      (select coalesce(c.maker, 'own') from device_certificate c
        where c.tenant_id = d.tenant_id and c.device_id = d.id and c.requested_at is null
        order by c.issued_at desc limit 1) as previous,
      (select count(*)::int from device_certificate c where c.tenant_id = d.tenant_id and c.device_id = d.id
        and c.requested_at is not null and c.revoked_at is null) as waiting
    from unnest(
      ${presented.map(({ tenant }) => tenant)}::uuid[],
      ${presented.map(({ deviceId }) => deviceId)}::uuid[],
      ${presented.map(({ proof }) => proof.keyHash)}::text[],
      ${presented.map(({ proof }) => proof.fingerprint)}::text[]) as p (tenant, id, key, fingerprint)
    join device d on d.tenant_id = p.tenant and d.id = p.id and d.first_online_at is not null`);
}

async function keepWaiting(
  tx: Transaction,
  { tenant, deviceId, proof, address, at }: Presented,
): Promise<void> {
  await tx.run(sql`
    insert into device_certificate
      (tenant_id, fingerprint, serial, device_id, not_after, issued_at, key_hash, maker, requested_at, requested_from)
    values (${tenant}, ${proof.fingerprint}, ${proof.serial}, ${deviceId}, ${proof.notAfter}, ${at}, ${proof.keyHash},
      ${proof.maker.kind}, ${at}, ${address})
    on conflict (tenant_id, fingerprint) do update set device_id = excluded.device_id,
      key_hash = excluded.key_hash, maker = excluded.maker, requested_at = excluded.requested_at,
      requested_from = excluded.requested_from`);
}
