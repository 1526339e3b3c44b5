import type { LocalStart } from '@airloom/contract/rollout/local-start';
import { firstWindow } from '@airloom/contract/rollout/local-window';
import { sql } from 'kysely';
import type { Transaction } from '../database/database.ts';
import { datesOf } from './site-windows.repository.ts';

/** Both have the columns `state`, `start_at`, `due_at`, `local_start` and `ended_at`. */
type RolloutTable = 'command_schedule' | 'upgrade_campaign';

/**
 * Computes the windows of a site again after its time zone has changed, for rollouts that have not started: the new start
 * may be earlier than the time at which they are due. Returns the rollouts that changed.
 */
export async function followZone(
  tx: Transaction,
  table: RolloutTable,
  { tenant, siteId }: { readonly tenant: string; readonly siteId: string },
  now: Date,
): Promise<string[]> {
  // Locked, so that none starts meanwhile.
  const changing = await tx.all(sql<{ id: string; localStart: LocalStart; zone: string }>`
    select rollout.id, rollout.local_start as "localStart", site.time_zone as zone
    from ${sql.table(table)} as rollout
    join rollout_site on rollout_site.tenant_id = rollout.tenant_id and rollout_site.rollout_id = rollout.id
      and rollout_site.site_id = ${siteId}
    join site on site.tenant_id = rollout_site.tenant_id and site.id = rollout_site.site_id
    where rollout.tenant_id = ${tenant} and rollout.ended_at is null and rollout.state = 'scheduled'
      and rollout.local_start is not null and rollout_site.time_zone <> site.time_zone
    order by rollout.id for update of rollout`);
  if (changing.length === 0) return [];
  const moved = changing.map(({ id, localStart, zone }) => ({
    id,
    zone,
    ...datesOf(firstWindow(localStart, zone, now.getTime())),
  }));
  const ids = moved.map(({ id }) => id);
  await tx.run(sql`
    update rollout_site set time_zone = moved.zone, starts_at = moved.starts_at, ends_at = moved.ends_at
    from unnest(${ids}::uuid[], ${moved.map(({ zone }) => zone)}::text[],
      ${moved.map(({ startsAt }) => startsAt)}::timestamptz[], ${moved.map(({ endsAt }) => endsAt)}::timestamptz[])
      as moved (id, zone, starts_at, ends_at)
    where rollout_site.tenant_id = ${tenant} and rollout_site.rollout_id = moved.id
      and rollout_site.site_id = ${siteId}`);
  await tx.run(sql`
    update ${sql.table(table)} as rollout set start_at = earliest.at, due_at = earliest.at
    from (
      select rollout_id, min(starts_at) as at from rollout_site
      where tenant_id = ${tenant} and rollout_id = any(${ids}::uuid[]) group by rollout_id
    ) as earliest
    where rollout.tenant_id = ${tenant} and rollout.id = earliest.rollout_id`);
  return ids;
}
