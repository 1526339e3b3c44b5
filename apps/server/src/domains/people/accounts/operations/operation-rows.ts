import {
  type LoggedObject,
  type ObjectKind,
  type OperationLogRow,
  objectKind,
  valueChange,
} from '@airloom/contract/accounts/operation-log.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { deviceKind } from '@airloom/contract/devices/devices.model';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangedObject } from '../../../../platform/audit.ts';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { visibleKinds } from '../../../../platform/device-classes.ts';
import { type Asker, isReached, knownChanges, type ReachedPlaces } from './operation-reach.ts';
import type { ShownOperation } from './operations.repository.ts';

/** Objects of one entry that are listed; import and bulk operations have thousands. */
const LISTED_MAX = 100;

const json = z.json().nullable();

/** As `audit.object` makes them. */
const storedObjects = z.array(
  z.object({
    kind: objectKind,
    id: z.string(),
    name: z.string(),
    siteIds: z.array(z.string()),
    organizationIds: z.array(z.string()),
    deviceKinds: z.array(deviceKind),
    changes: z.array(valueChange),
  }),
) satisfies z.ZodType<ChangedObject[]>;

/** An entry as the person sees it. `exists` stays false until {@link markExisting}. */
export function operationOf(
  scope: Asker,
  places: ReachedPlaces | null,
  row: ShownOperation,
): OperationLogRow {
  const isEarlier = row.objects === null;
  const isOwn = row.manager_id === scope.manager;
  const stored = isEarlier ? [] : storedObjects.parse(row.objects);
  const visible = stored.filter((object) => isOwn || isReached(places, object));
  return {
    operationUUID: row.id,
    at: row.at.toISOString(),
    managerUUID: row.manager_id,
    userName: row.user_name,
    address: row.address,
    call: row.call,
    objects: visible.slice(0, LISTED_MAX).map((object) => objectOf(places, object)),
    objectCount: visible.length,
    earlier: isEarlier
      ? { target: row.target, before: json.parse(row.before), after: json.parse(row.after) }
      : null,
  };
}

function objectOf(places: ReachedPlaces | null, object: ChangedObject): LoggedObject {
  const { kind, id, name, siteIds, changes } = object;
  return {
    kind,
    id,
    name,
    siteUUIDs: siteIds.filter((site) => places === null || places.siteIds.has(site)),
    exists: false,
    changes: knownChanges(places, changes),
  };
}

/** Marks the devices, sites and organizations that the person can open. */
export async function markExisting(
  tx: Transaction,
  scope: Asker,
  places: ReachedPlaces | null,
  rows: readonly OperationLogRow[],
): Promise<OperationLogRow[]> {
  const existing = await existingObjects(
    tx,
    scope,
    places,
    rows.flatMap(({ objects }) => objects),
  );
  return rows.map((row) => ({
    ...row,
    objects: row.objects.map((object) => ({
      ...object,
      exists: existing.has(`${object.kind} ${object.id}`),
    })),
  }));
}

async function existingObjects(
  tx: Transaction,
  scope: Asker,
  places: ReachedPlaces | null,
  objects: readonly LoggedObject[],
): Promise<ReadonlySet<string>> {
  const ids = (kind: ObjectKind) =>
    sql<string>`any(${objects.filter((object) => object.kind === kind).map(({ id }) => id)}::uuid[])`;
  const [devices, sites, organizations] = await Promise.all([
    tx.all(
      sqlBuilder
        .selectFrom('device')
        .select(['id', 'site_id'])
        .where('tenant_id', '=', scope.tenant)
        .where('id', '=', ids('device'))
        .where('kind', '=', sql<DeviceKind>`any(${visibleKinds(scope)}::text[])`)
        .where('site_id', 'is not', null),
    ),
    tx.all(
      sqlBuilder
        .selectFrom('site')
        .select('id')
        .where('tenant_id', '=', scope.tenant)
        .where('id', '=', ids('site'))
        .where('deleted_at', 'is', null),
    ),
    tx.all(
      sqlBuilder
        .selectFrom('enterprise')
        .select('id')
        .where('tenant_id', '=', scope.tenant)
        .where('id', '=', ids('organization'))
        .where('deleted_at', 'is', null),
    ),
  ]);
  const isSeen = (site: string | null) => places === null || (site !== null && places.siteIds.has(site));
  return new Set([
    ...devices.filter(({ site_id }) => isSeen(site_id)).map(({ id }) => `device ${id}`),
    ...sites.filter(({ id }) => isSeen(id)).map(({ id }) => `site ${id}`),
    ...organizations
      .filter(({ id }) => places === null || places.knownOrganizationIds.has(id))
      .map(({ id }) => `organization ${id}`),
  ]);
}
