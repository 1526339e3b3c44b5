import type { ClaimCode, UnclaimedDevice } from '@airloom/contract/devices/devices.model';
import { macOfSerial } from '@airloom/contract/devices/serial';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { type PageRequest, readPage, type Sorting } from '../../../../platform/database/paging.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { AWAITS_APPROVAL, DISPUTED } from '../admission/ownership.repository.ts';
import { itsManagerFor } from '../device-joins.ts';
import { upstreamOf } from '../device-rows.repository.ts';
import { matchesSearch, rareDevices } from '../devices.repository.ts';
import { type Asker, siteWithinReach, visibleDevices } from '../reach.ts';

export interface NewClaimCode {
  readonly id: string;
  readonly hash: Buffer;
  readonly siteId: string | null;
  readonly uses: number;
  readonly expiresAt: Date;
  /** Devices with it are simulated by the console; people do not see it. */
  readonly virtual?: true;
}

export async function insertClaimCode(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager'>,
  code: NewClaimCode,
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('claim_code').values({
      tenant_id: scope.tenant,
      id: code.id,
      hash: code.hash,
      site_id: code.siteId,
      uses_left: code.uses,
      expires_at: code.expiresAt,
      created_by: scope.manager,
      revoked_at: null,
      virtual: code.virtual ?? false,
    }),
  );
}

/** Codes of the person's sites; those without a site require reach of the whole account. */
export function visibleCodes(scope: Pick<Scope, 'tenant' | 'reach'>) {
  return sqlBuilder
    .selectFrom('claim_code')
    .where('claim_code.tenant_id', '=', scope.tenant)
    .where('claim_code.virtual', '=', false)
    .where(siteWithinReach(scope, 'claim_code.site_id'));
}

const CODE_SORTING: Sorting = {
  by: { createdAt: sql.ref('claim_code.created_at'), expiresAt: sql.ref('claim_code.expires_at') },
  usual: '-createdAt',
  id: sql.ref('claim_code.id'),
};

export async function listClaimCodes(
  tx: Transaction,
  scope: Asker,
  request: Omit<PageRequest, 'search'>,
): Promise<Page<ClaimCode>> {
  const found = visibleCodes(scope);
  const shown = found
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'claim_code.tenant_id').onRef('site.id', '=', 'claim_code.site_id'),
    )
    .leftJoin('manager', 'manager.id', 'claim_code.created_by')
    .select([
      'claim_code.id',
      'claim_code.site_id',
      'site.name as site_name',
      'claim_code.uses_left',
      'claim_code.created_at',
      'claim_code.expires_at',
      'claim_code.revoked_at',
      'manager.user_name',
    ]);
  const { total, rows } = await readPage(tx, { ...request, search: '' }, found, shown, CODE_SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      claimCodeUUID: row.id,
      siteUUID: row.site_id,
      siteName: row.site_name ?? '',
      usesLeft: row.uses_left,
      createdBy: row.user_name ?? '',
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      revokedAt: row.revoked_at?.toISOString() ?? null,
    })),
  };
}

export function lockClaimCode(tx: Transaction, scope: Pick<Scope, 'tenant' | 'reach'>, id: string) {
  return tx.first(
    visibleCodes(scope)
      .select(['claim_code.id', 'claim_code.site_id', 'claim_code.revoked_at'])
      .where('claim_code.id', '=', id)
      .forUpdate('claim_code'),
  );
}

export async function revokeClaimCode(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('claim_code')
      .set({ revoked_at: now })
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', id),
  );
}

/** Deletes unusable codes after some time. */
export function deleteOldCodes(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from claim_code using (
      select tenant_id, id from claim_code
      where expires_at < ${until}
      limit ${atMost}
    ) old
    where claim_code.tenant_id = old.tenant_id and claim_code.id = old.id
  `);
}

const UNCLAIMED_SORTING: Sorting = {
  by: {
    name: sql.ref('device.sort_name'),
    kind: sql.ref('device.kind'),
    model: sql.ref('device.model'),
    onlineAt: sql.ref('device.online_at'),
    firstOnlineAt: sql.ref('device.first_online_at'),
  },
  usual: '-onlineAt',
  id: sql.ref('device.id'),
};

function shownUnclaimed(found: ReturnType<typeof visibleDevices>, scope: Asker) {
  return found
    .leftJoin('device as above', itsManagerFor(scope))
    .select([
      'device.id',
      'device.kind',
      'device.name',
      'device.sn',
      'device.serial',
      'device.ip',
      'device.model',
      'device.version',
      'device.status',
      'device.first_online_at',
      'device.online_at',
      'above.id as above_id',
      'above.kind as above_kind',
      'above.name as above_name',
      AWAITS_APPROVAL.as('awaits_approval'),
      DISPUTED.as('disputed'),
    ]);
}

type UnclaimedRow = Awaited<ReturnType<ReturnType<typeof shownUnclaimed>['executeTakeFirstOrThrow']>>;

function unclaimedOf(row: UnclaimedRow): UnclaimedDevice {
  return {
    deviceUUID: row.id,
    kind: row.kind,
    name: row.name,
    sn: row.sn,
    mac: macOfSerial(row.serial),
    ip: row.ip,
    model: row.model,
    version: row.version,
    status: row.status,
    firstOnlineAt: row.first_online_at?.toISOString() ?? null,
    onlineAt: row.online_at?.toISOString() ?? null,
    managedBy: upstreamOf(row),
    awaitsApproval: row.awaits_approval,
    disputed: row.disputed,
  };
}

/** Those of these devices that are without a site, in the sequence of `ids`. */
export async function unclaimedByIds(
  tx: Transaction,
  scope: Asker,
  ids: readonly string[],
): Promise<UnclaimedDevice[]> {
  if (ids.length === 0) return [];
  const found = visibleDevices(scope)
    .where('device.site_id', 'is', null)
    .where('device.id', '=', sql<string>`any(${ids}::uuid[])`);
  const rows = await tx.all(shownUnclaimed(found, scope));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [unclaimedOf(row)];
  });
}

export async function listUnclaimed(
  tx: Transaction,
  scope: Asker,
  request: PageRequest,
): Promise<Page<UnclaimedDevice>> {
  let found = visibleDevices(scope).where('device.site_id', 'is', null);
  if (request.search !== '') {
    found = found.where(matchesSearch(request.search, await rareDevices(tx, request.search)));
  }
  const shown = shownUnclaimed(found, scope);
  const { total, rows } = await readPage(tx, request, found, shown, UNCLAIMED_SORTING);
  return { total, rows: rows.map(unclaimedOf) };
}

function revocationOf(scope: TenantScope, deviceIds: readonly string[], now: Date) {
  return sqlBuilder
    .updateTable('device_certificate')
    .set({ revoked_at: now })
    .where('tenant_id', '=', scope.tenant)
    .where('device_id', '=', sql<string>`any(${deviceIds}::uuid[])`)
    .where('revoked_at', 'is', null);
}

/** The rows remain when the devices are deleted: a revoked certificate never becomes valid again. */
export function revokeCertificates(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
  now: Date,
): Promise<number> {
  return tx.run(revocationOf(scope, deviceIds, now));
}

/**
 * Revokes certificates issued here. A factory certificate cannot be replaced, and the device could never be added again
 * without it; it does not admit the device until it is registered again.
 */
export function revokeOwnCertificates(
  tx: Transaction,
  scope: TenantScope,
  deviceIds: readonly string[],
  now: Date,
): Promise<number> {
  return tx.run(revocationOf(scope, deviceIds, now).where('claim_code_id', 'is not', null));
}
