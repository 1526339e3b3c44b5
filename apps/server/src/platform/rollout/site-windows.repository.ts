import type { LocalStart } from '@airloom/contract/rollout/local-start';
import { currentWindow, firstWindow, isTooLate } from '@airloom/contract/rollout/local-window';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../database/database.ts';

export interface RolloutKey {
  readonly tenant: string;
  readonly id: string;
}

/** When devices of a site may start. */
export interface SiteWindow {
  readonly siteId: string;
  readonly timeZone: string;
  /** From 1. */
  readonly night: number;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  /** When its first window opened; null: not yet. */
  readonly beganAt: Date | null;
}

export interface SiteZone {
  readonly siteId: string;
  readonly siteName: string;
  readonly timeZone: string;
}

export function zonesOf(
  tx: Transaction,
  tenant: string,
  siteIds: readonly (string | null)[],
): Promise<SiteZone[]> {
  const ids = [...new Set(siteIds.filter((id) => id !== null))];
  return tx.all(sql<SiteZone>`
    select id as "siteId", name as "siteName", time_zone as "timeZone" from site
    where tenant_id = ${tenant} and id = any(${ids}::uuid[]) order by name, id`);
}

export function firstWindows(
  start: LocalStart,
  zones: readonly Pick<SiteZone, 'siteId' | 'timeZone'>[],
  now: Date,
): SiteWindow[] {
  const names = new Set(zones.map(({ timeZone }) => timeZone));
  const windows = new Map([...names].map((zone) => [zone, firstWindow(start, zone, now.getTime())]));
  return zones.flatMap(({ siteId, timeZone }) => {
    const window = windows.get(timeZone);
    return window === undefined ? [] : [{ siteId, timeZone, night: 1, ...datesOf(window), beganAt: null }];
  });
}

export function datesOf({ startsAt, endsAt }: ReturnType<typeof firstWindow>) {
  return { startsAt: new Date(startsAt), endsAt: endsAt === null ? null : new Date(endsAt) };
}

/** When the first site starts. */
export function earliestOf(windows: readonly SiteWindow[]): Date {
  return new Date(windows.reduce((least, { startsAt }) => Math.min(least, startsAt.getTime()), Infinity));
}

export async function writeWindows(
  tx: Transaction,
  { tenant, id }: RolloutKey,
  windows: readonly SiteWindow[],
): Promise<void> {
  if (windows.length === 0) return;
  await tx.run(sql`
    insert into rollout_site (tenant_id, rollout_id, site_id, time_zone, night, starts_at, ends_at, began_at)
    select ${tenant}::uuid, ${id}::uuid, input.* from unnest(
      ${windows.map(({ siteId }) => siteId)}::uuid[], ${windows.map(({ timeZone }) => timeZone)}::text[],
      ${windows.map(({ night }) => night)}::int[], ${windows.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${windows.map(({ endsAt }) => endsAt)}::timestamptz[], ${windows.map(({ beganAt }) => beganAt)}::timestamptz[]
    ) as input (site_id, time_zone, night, starts_at, ends_at, began_at)
    on conflict (tenant_id, rollout_id, site_id) do update set time_zone = excluded.time_zone,
      night = excluded.night, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      began_at = excluded.began_at`);
}

export function readWindows(tx: Transaction, { tenant, id }: RolloutKey): Promise<SiteWindow[]> {
  return tx.all(sql<SiteWindow>`
    select site_id as "siteId", time_zone as "timeZone", night, starts_at as "startsAt", ends_at as "endsAt",
      began_at as "beganAt"
    from rollout_site where tenant_id = ${tenant} and rollout_id = ${id}`);
}

/** Removes windows that have not begun; with `all` every one. */
export async function deleteWindows(
  tx: Transaction,
  { tenant, id }: RolloutKey,
  { all }: { readonly all: boolean },
): Promise<void> {
  await tx.run(sql`
    delete from rollout_site
    where tenant_id = ${tenant} and rollout_id = ${id} and (${all}::boolean or began_at is null)`);
}

/** All nights are available again, for devices that are tried again. */
export async function restartNights(tx: Transaction, { tenant, id }: RolloutKey, now: Date): Promise<void> {
  // The next window of one that has ended is the first.
  await tx.run(sql`
    update rollout_site set night = case when ends_at <= ${now} then 0 else 1 end
    where tenant_id = ${tenant} and rollout_id = ${id}`);
}

/** Removes the windows of rollouts that no longer exist. */
export async function forgetWindows(tx: Transaction, rollouts: readonly RolloutKey[]): Promise<void> {
  await tx.run(sql`
    delete from rollout_site using unnest(${rollouts.map(({ tenant }) => tenant)}::uuid[],
      ${rollouts.map(({ id }) => id)}::uuid[]) as gone (tenant, id)
    where rollout_site.tenant_id = gone.tenant and rollout_site.rollout_id = gone.id`);
}

interface Changing extends SiteWindow {
  /** The zone of the site now. */
  readonly zone: string;
}

/**
 * Brings the windows up to date: those that open have begun, one that has ended becomes that of the next night, and a
 * site that has not begun follows its time zone. Without an end, a site that could not begin soon after its time waits
 * for the next night. Nights are not counted while a rollout is paused.
 */
export async function followWindows(
  tx: Transaction,
  rollout: RolloutKey & { readonly localStart: LocalStart },
  { now, isPaused }: { readonly now: Date; readonly isPaused: boolean },
): Promise<void> {
  const { tenant, id, localStart } = rollout;
  const changing = await tx.all(sql<Changing>`
    select window_of.site_id as "siteId", window_of.time_zone as "timeZone", window_of.night,
      window_of.starts_at as "startsAt", window_of.ends_at as "endsAt", window_of.began_at as "beganAt",
      site.time_zone as zone
    from rollout_site as window_of
    join site on site.tenant_id = window_of.tenant_id and site.id = window_of.site_id
    where window_of.tenant_id = ${tenant} and window_of.rollout_id = ${id} and (window_of.ends_at <= ${now}
      or window_of.began_at is null and (window_of.starts_at <= ${now} or window_of.time_zone <> site.time_zone))`);
  const followed = changing.map((window) => follow(window, localStart, { now, isPaused }));
  await writeWindows(tx, rollout, followed);
}

function follow(
  { zone, ...window }: Changing,
  start: LocalStart,
  { now, isPaused }: { readonly now: Date; readonly isPaused: boolean },
): SiteWindow {
  const at = now.getTime();
  let { timeZone, night, startsAt, endsAt } = window;
  if (window.beganAt === null && timeZone !== zone) {
    timeZone = zone;
    ({ startsAt, endsAt } = datesOf(firstWindow(start, zone, at)));
  } else if (window.beganAt === null && isTooLate(startsAt.getTime(), endsAt?.getTime() ?? null, at)) {
    ({ startsAt, endsAt } = datesOf(firstWindow(start, zone, at)));
  } else if (endsAt !== null && endsAt <= now) {
    timeZone = zone;
    ({ startsAt, endsAt } = datesOf(currentWindow(start, zone, at)));
    // Nights without the process running, or before the site began, are not lost.
    if (!isPaused && window.beganAt !== null) night += 1;
  }
  const beganAt = window.beganAt ?? (startsAt <= now && !isPaused ? now : null);
  return { ...window, timeZone, night, startsAt, endsAt, beganAt };
}

/** Whether devices of this site may start: without a local start always, otherwise while its window is open. `site` is a column. */
export function maySiteStart(
  { tenant, id, localStart }: RolloutKey & { readonly localStart: LocalStart | null },
  site: string,
  now: Date,
): RawBuilder<boolean> {
  if (localStart === null) return sql<boolean>`true`;
  return sql<boolean>`exists (
    select from rollout_site where tenant_id = ${tenant} and rollout_id = ${id} and site_id = ${sql.ref(site)}
      and starts_at <= ${now} and (ends_at is null or ends_at > ${now}))`;
}

/** When the next window opens or ends. */
export async function nextWindowChange(
  tx: Transaction,
  { tenant, id }: RolloutKey,
  now: Date,
): Promise<Date | null> {
  const row = await tx.first(sql<{ at: Date | null }>`
    select min(case when starts_at > ${now} then starts_at else ends_at end) as at from rollout_site
    where tenant_id = ${tenant} and rollout_id = ${id} and (starts_at > ${now} or ends_at > ${now})`);
  return row?.at ?? null;
}
