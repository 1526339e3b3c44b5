import type { ExpectedDevice, RefusedAttempt } from '@airloom/contract/devices/adding.model';
import { ADDING_LIMITS } from '@airloom/contract/devices/devices.limits';
import { isConnected } from '@airloom/contract/devices/devices.states';
import { macOfSerial } from '@airloom/contract/devices/serial';
import type { Page } from '@airloom/contract/paging';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { type PageRequest, readPage, type Sorting } from '../../../../platform/database/paging.ts';
import type { Tables } from '../../../../platform/database/tables.ts';
import { type Asker, visibleDevices } from '../reach.ts';
import { visibleCodes } from './claims.repository.ts';

/** Devices by their serials, or those that enrolled with a code, the newest first. */
export interface Expected {
  readonly serials: readonly string[];
  readonly codeId: string | undefined;
}

export async function expectedDevices(
  tx: Transaction,
  scope: Asker,
  { serials, codeId }: Expected,
): Promise<ExpectedDevice[]> {
  const enrolled = sqlBuilder
    .selectFrom('device_certificate')
    .select('device_certificate.device_id')
    .where('device_certificate.tenant_id', '=', scope.tenant)
    .where('device_certificate.claim_code_id', '=', codeId ?? null)
    .orderBy('device_certificate.issued_at', 'desc')
    .limit(ADDING_LIMITS.expectedMax);
  const found = visibleDevices(scope)
    .leftJoin('device_last', (join) =>
      join
        .onRef('device_last.tenant_id', '=', 'device.tenant_id')
        .onRef('device_last.device_id', '=', 'device.id'),
    )
    .select([
      'device.id',
      'device.kind',
      'device.name',
      'device.sn',
      'device.serial',
      'device.model',
      'device.site_id',
      'device.status',
      sql<boolean>`device_last.device_id is not null`.as('reported'),
      sql<boolean>`exists (select from device_certificate c
        where c.tenant_id = device.tenant_id and c.device_id = device.id and c.revoked_at is null
          and c.requested_at is null)`.as('enrolled'),
    ])
    .orderBy('device.created_at', 'desc')
    .orderBy('device.id')
    .limit(ADDING_LIMITS.expectedMax);
  const rows = await tx.all(
    codeId === undefined
      ? found.where('device.serial', '=', sql<string>`any(${serials}::text[])`)
      : found.where('device.id', 'in', enrolled),
  );
  return rows.map((row) => ({
    deviceUUID: row.id,
    kind: row.kind,
    name: row.name,
    sn: row.sn,
    mac: macOfSerial(row.serial),
    model: row.model,
    siteUUID: row.site_id,
    stage: !isConnected(row.status) ? 'waiting' : row.reported ? 'online' : 'connected',
    enrolled: row.enrolled,
  }));
}

/** Null when there is no such code within reach. */
export async function usesLeftOf(tx: Transaction, scope: Asker, codeId: string): Promise<number | null> {
  const code = await tx.first(
    visibleCodes(scope).select('claim_code.uses_left').where('claim_code.id', '=', codeId),
  );
  return code?.uses_left ?? null;
}

export interface AttemptsRequest extends Omit<PageRequest, 'search'> {
  readonly serials: readonly string[] | undefined;
  readonly claimCodeUUID?: string | undefined;
}

const SORTING: Sorting = {
  by: { lastAt: sql.ref('refused_attempt.last_at') },
  usual: '-lastAt',
  id: sql`refused_attempt.serial || ' ' || refused_attempt.reason`,
};

/**
 * Of visible devices, since they last connected. Attempts of devices that the account does not have belong to the code
 * they used.
 */
export async function listRefusedAttempts(
  tx: Transaction,
  scope: Asker,
  { serials, claimCodeUUID, ...request }: AttemptsRequest,
): Promise<Page<RefusedAttempt>> {
  const isVisible = (
    where: ExpressionBuilder<Tables & { device: Tables['device'] }, 'refused_attempt' | 'device'>,
  ) =>
    where.or([
      where('device.id', 'in', visibleDevices(scope).select('device.id')),
      where.and([
        where('device.id', 'is', null),
        where('refused_attempt.claim_code_id', 'in', visibleCodes(scope).select('claim_code.id')),
      ]),
    ]);
  let found = sqlBuilder
    .selectFrom('refused_attempt')
    .leftJoin('device', (join) =>
      join
        .onRef('device.tenant_id', '=', 'refused_attempt.tenant_id')
        .onRef('device.serial', '=', 'refused_attempt.serial'),
    )
    .where('refused_attempt.tenant_id', '=', scope.tenant)
    .where(sql<SqlBool>`refused_attempt.last_at > coalesce(device.online_at, '-infinity')`);
  found = found.where(isVisible);
  if (serials !== undefined)
    found = found.where('refused_attempt.serial', '=', sql<string>`any(${serials}::text[])`);
  if (claimCodeUUID !== undefined) found = found.where('refused_attempt.claim_code_id', '=', claimCodeUUID);
  const shown = found.select([
    'refused_attempt.serial',
    'refused_attempt.reason',
    'refused_attempt.address',
    'refused_attempt.count',
    'refused_attempt.first_at',
    'refused_attempt.last_at',
    'device.id as device_id',
    'device.name',
    'device.kind',
  ]);
  const { total, rows } = await readPage(tx, { ...request, search: '' }, found, shown, SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      mac: row.serial === '' ? '' : macOfSerial(row.serial),
      deviceUUID: row.device_id,
      deviceName: row.name ?? '',
      deviceKind: row.kind,
      reason: row.reason,
      address: row.address,
      count: row.count,
      firstAt: row.first_at.toISOString(),
      lastAt: row.last_at.toISOString(),
    })),
  };
}
