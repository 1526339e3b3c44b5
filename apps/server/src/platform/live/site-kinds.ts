import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type RawBuilder, sql } from 'kysely';

/** Where something changed: a site, and the kind of the device concerned. */
export interface SiteKind {
  /** Null for devices without a site. */
  readonly siteId: string | null;
  /** Null where it concerns no single device. */
  readonly kind: DeviceKind | null;
}

/** Stands for no site; no site has this id. */
const NO_SITE = '00000000-0000-0000-0000-000000000000';

/** As one text, so that `ChangedIds` can collect it. */
export function siteKindKey({ siteId, kind }: SiteKind): string {
  return `${siteId ?? NO_SITE} ${kind ?? ''}`;
}

/** The rows `showBySites` reads. With a thing, all of them concern that one: each listener gets one message. */
export function placesOfKeys(keys: readonly string[], thingId: string | null): RawBuilder<unknown> {
  return sql`select coalesce(${thingId}::uuid, split_part(key, ' ', 1)::uuid) as thing_id,
    split_part(key, ' ', 1)::uuid as site_id, null::uuid as enterprise_id, nullif(split_part(key, ' ', 2), '') as kind
    from unnest(${keys}::text[]) as key`;
}
