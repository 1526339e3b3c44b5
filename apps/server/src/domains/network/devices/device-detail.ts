import type { DeviceRef } from '@airloom/contract/devices/devices.model';
import {
  abilities,
  type DeviceDetail,
  type DeviceReport,
  type KeptReport,
  keptReport,
} from '@airloom/contract/devices/report.model';
import { macOfSerial, serialOfMac } from '@airloom/contract/devices/serial';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';
import { openDispute, waitingRequests } from './admission/ownership.repository.ts';
import { itsLast, itsLastReport, itsSite } from './device-joins.ts';
import { devicesByIds } from './device-rows.repository.ts';
import { deviceRefs } from './devices.repository.ts';
import { visibleDevices } from './reach.ts';

/** Details of one visible device. */
export function viewDevice(platform: Platform, scope: Scope, deviceUUID: string): Promise<DeviceDetail> {
  return platform.database.withTenant(scope, async (tx) => {
    const [[device], more, certificates, requests, dispute, newest] = await Promise.all([
      devicesByIds(tx, scope, [deviceUUID], platform.now()),
      moreOf(tx, scope, deviceUUID),
      certificatesOf(tx, scope, deviceUUID),
      waitingRequests(tx, scope, deviceUUID),
      openDispute(tx, scope, deviceUUID),
      newestVersion(tx, scope, deviceUUID),
    ]);
    if (device === undefined || more === undefined) throw new Failure('notFound');
    return {
      ...device,
      enterpriseUUID: more.enterprise_id,
      enterpriseName: more.enterprise_name ?? '',
      createdAt: more.created_at.toISOString(),
      abilities: more.abilities === null ? null : abilities.parse(more.abilities),
      report:
        more.report === null || more.ts === null
          ? null
          : await reportOf(tx, scope, keptReport.parse(JSON.parse(more.report)), {
              at: more.ts.toISOString(),
              configVersion: more.config_version,
            }),
      certificates,
      enrolmentRequests: requests.map(({ requestedAt, ...request }) => ({
        ...request,
        requestedAt: requestedAt.toISOString(),
      })),
      dispute: dispute && { ...dispute, since: dispute.since.toISOString() },
      configuration: {
        state: device.configurationState,
        version: newest?.version ?? null,
        runningVersion: more.config_version,
        observeOnly: more.observe_only ?? false,
      },
    };
  });
}

function moreOf(tx: Transaction, scope: Scope, id: string) {
  return tx.first(
    visibleDevices(scope)
      .leftJoin('site', itsSite)
      .leftJoin('enterprise', (join) =>
        join
          .onRef('enterprise.tenant_id', '=', 'site.tenant_id')
          .onRef('enterprise.id', '=', 'site.enterprise_id'),
      )
      .leftJoin('device_last', itsLast)
      .leftJoin('device_last_report', itsLastReport)
      .select([
        'device.created_at',
        'device.abilities',
        'site.enterprise_id',
        'site.observe_only',
        'enterprise.name as enterprise_name',
        'device_last.ts',
        'device_last.config_version',
        'device_last_report.report',
      ])
      .where('device.id', '=', id),
  );
}

async function certificatesOf(
  tx: Transaction,
  scope: TenantScope,
  id: string,
): Promise<DeviceDetail['certificates']> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('device_certificate')
      .select(['fingerprint', 'issued_at', 'not_after', 'revoked_at', 'claim_code_id'])
      .where('tenant_id', '=', scope.tenant)
      .where('device_id', '=', id)
      .where((row) => row.or([row('requested_at', 'is', null), row('revoked_at', 'is not', null)]))
      .orderBy('issued_at', 'desc'),
  );
  return rows.map((row) => ({
    fingerprint: row.fingerprint,
    issuedAt: row.issued_at.toISOString(),
    notAfter: row.not_after.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    issuedHere: row.claim_code_id !== null,
  }));
}

function newestVersion(tx: Transaction, scope: TenantScope, id: string) {
  return tx.first(
    sqlBuilder
      .selectFrom('device_configuration')
      .select('version')
      .where('tenant_id', '=', scope.tenant)
      .where('device_id', '=', id)
      .orderBy('version', 'desc')
      .limit(1),
  );
}

/** Adds references to devices of the account that the report contains. */
async function reportOf(
  tx: Transaction,
  scope: Scope,
  kept: KeptReport,
  when: Pick<DeviceReport, 'at' | 'configVersion'>,
): Promise<DeviceReport> {
  const peerOf = new Map(kept.links.map(({ peerMac }) => [peerMac, serialOfMac(peerMac)]));
  const refs = await deviceRefs(
    tx,
    scope,
    [
      ...peerOf.values(),
      ...kept.members.map(({ serial }) => serial),
      kept.pair?.peerSerial ?? null,
      kept.mesh?.parentSerial ?? null,
    ].filter((serial) => serial !== null),
  );
  const refOf = (serial: string | null | undefined): DeviceRef | null => {
    const ref = serial === null || serial === undefined ? undefined : refs.get(serial);
    return ref === undefined ? null : { deviceUUID: ref.deviceUUID, kind: ref.kind, name: ref.name };
  };
  const { links, members, pair, mesh, ...same } = kept;
  return {
    ...when,
    ...same,
    links: links.map((link) => ({ ...link, peer: refOf(peerOf.get(link.peerMac)) })),
    members: members.map(({ serial, ...member }) => {
      const device = refOf(serial);
      const status = refs.get(serial)?.status;
      return {
        ...member,
        mac: macOfSerial(serial),
        device: device === null || status === undefined ? null : { ...device, status },
      };
    }),
    pair: pair && {
      mode: pair.mode,
      role: pair.role,
      peerOnline: pair.peerOnline,
      peerMac: pair.peerSerial && macOfSerial(pair.peerSerial),
      peer: refOf(pair.peerSerial),
    },
    mesh: mesh && {
      hops: mesh.hops,
      signal: mesh.signal,
      parentMac: mesh.parentSerial && macOfSerial(mesh.parentSerial),
      parent: refOf(mesh.parentSerial),
    },
  };
}
