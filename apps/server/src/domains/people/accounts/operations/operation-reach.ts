import { isDeepStrictEqual } from 'node:util';
import {
  type LoggedValue,
  type ObjectReference,
  referencesIn,
  type ValueChange,
} from '@airloom/contract/accounts/operation-log.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { ChangedObject } from '../../../../platform/audit.ts';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { visibleKinds } from '../../../../platform/device-classes.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { withinReach } from '../../organizations/index.ts';

export type Asker = Pick<Scope, 'tenant' | 'manager' | 'reach' | 'grants'>;

/** The places whose operations a person sees. */
export interface ReachedPlaces {
  readonly siteIds: ReadonlySet<string>;
  /** Device classes of the role. */
  readonly deviceKinds: readonly DeviceKind[];
  /** Organizations that are reached with all their sites. */
  readonly organizationIds: ReadonlySet<string>;
  /** Organizations of reached sites: their names are known. */
  readonly knownOrganizationIds: ReadonlySet<string>;
}

/** Null for people who see the whole account. Sites in the recycle bin are included. */
export async function reachedPlaces(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach' | 'grants'>,
): Promise<ReachedPlaces | null> {
  const { reach } = scope;
  if (reach.kind === 'all') return null;
  const sites = await tx.all(
    sqlBuilder
      .selectFrom('site')
      .select(['site.id', 'site.enterprise_id'])
      .where('site.tenant_id', '=', scope.tenant)
      .where(withinReach(scope)),
  );
  const organizationIds = new Set(reach.kind === 'enterprises' ? reach.ids : []);
  return {
    siteIds: new Set(sites.map(({ id }) => id)),
    deviceKinds: visibleKinds(scope),
    organizationIds,
    knownOrganizationIds: new Set([...organizationIds, ...sites.map(({ enterprise_id }) => enterprise_id)]),
  };
}

export function isReached(places: ReachedPlaces | null, object: ChangedObject): boolean {
  if (places === null) return true;
  const isPlaceReached =
    object.siteIds.some((id) => places.siteIds.has(id)) ||
    object.organizationIds.some((id) => places.organizationIds.has(id));
  return isPlaceReached && object.deviceKinds.every((kind) => places.deviceKinds.includes(kind));
}

/** What the whole account uses and everyone in it may know. */
const KNOWN_EVERYWHERE: ReadonlySet<string> = new Set(['role', 'firmware']);

function isKnown(places: ReachedPlaces, { kind, id, siteUUID }: ObjectReference): boolean {
  if (siteUUID !== null) return places.siteIds.has(siteUUID);
  return kind === 'organization' ? places.knownOrganizationIds.has(id) : KNOWN_EVERYWHERE.has(kind);
}

function knownValue(places: ReachedPlaces, value: LoggedValue): LoggedValue {
  const references = referencesIn(value);
  if (references === null) return value;
  const known = references.filter((reference) => isKnown(places, reference));
  return known.length === 0 ? null : { references: known };
}

/** Changes without names of other sites; those that then differ in nothing are left out. */
export function knownChanges(places: ReachedPlaces | null, changes: readonly ValueChange[]): ValueChange[] {
  if (places === null) return [...changes];
  return changes.flatMap((change) => {
    const [from, to] = [knownValue(places, change.from), knownValue(places, change.to)];
    return !change.secret && isDeepStrictEqual(from, to) ? [] : [{ ...change, from, to }];
  });
}
