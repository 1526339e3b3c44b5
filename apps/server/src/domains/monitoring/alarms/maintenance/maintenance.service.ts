import type { Maintenance } from '@airloom/contract/alarms/alarms.model';
import type { maintenanceInput } from '@airloom/contract/alarms/alarms.rules';
import type { z } from 'zod';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { placeValues, unknownSelection } from '../../../people/organizations/index.ts';
import * as repository from './maintenance.repository.ts';

export function listMaintenance({ database, now }: Platform, scope: Scope): Promise<Maintenance[]> {
  return database.withTenant(scope, (tx) => repository.listOpen(tx, scope, now()));
}

export async function planMaintenance(
  platform: Platform,
  scope: Scope,
  input: z.output<typeof maintenanceInput>,
): Promise<string> {
  const now = platform.now();
  const [from, to] = [new Date(input.from), new Date(input.to)];
  if (from >= to) throw invalidField('to', 'validation.timeOrder');
  if (to <= now) throw invalidField('to', 'validation.future');
  const id = newId();
  const siteIds = [...new Set(input.siteUUIDs)];
  await platform.database.withTenant(scope, async (tx) => {
    if ((await unknownSelection(tx, scope, { enterpriseIds: [], siteIds })).length > 0) {
      throw new Failure('notFound');
    }
    await platform.quotas.require(tx, scope, 'maintenanceWindows');
    const { name } = input;
    await repository.insertMaintenance(tx, scope, { id, name, siteIds, from, to, by: scope.userName });
    const places = await placeValues(tx, scope.tenant, { sites: siteIds });
    const changes = audit.values(null, { startsAt: from, endsAt: to, sites: places.sites(siteIds) });
    await recordOperation(tx, scope, audit.object('maintenance', { id, name }, { sites: siteIds }, changes));
  });
  return id;
}

/** Ends it now, or cancels it before it begins. Returns whether anything changed. */
export function endMaintenance(platform: Platform, scope: Scope, id: string): Promise<boolean> {
  const now = platform.now();
  return platform.database.withTenant(scope, async (tx) => {
    const locked = await repository.lockMaintenance(tx, scope, id);
    const seen = locked !== undefined && (locked.seen > 0 || scope.reach.kind === 'all');
    if (!seen) throw new Failure('notFound');
    if (locked.hidden > 0) throw new Failure('permissionDenied');
    if (locked.ends_at <= now) return false;
    if (locked.starts_at >= now) await repository.deleteMaintenance(tx, scope, id);
    else await repository.endMaintenance(tx, scope, id, now);
    const { name, starts_at: startsAt, ends_at: endsAt, siteIds: sites } = locked;
    const after = startsAt >= now ? null : { startsAt, endsAt: now };
    await recordOperation(
      tx,
      scope,
      audit.object('maintenance', { id, name }, { sites }, audit.values({ startsAt, endsAt }, after)),
    );
    return true;
  });
}
