import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { Transaction } from '../../../../../platform/database/database.ts';
import {
  type ConfigurationSource,
  guarded,
  isOutdated,
  releasedOf,
  sameDocuments,
  sameInSite,
} from '../../../devices/index.ts';
import { type PlacedDevice, placesOf, type SettingRow, settingsOfSites } from '../../../settings/index.ts';
import { type ChangeEditRow, editsOfChange } from '../../changes/changes.repository.ts';
import { resolver } from '../../review/review-devices.ts';
import type { LockedChange } from '../changes.repository.ts';
import { editsSinceReview, type StoredEdit, takenPartIn } from './reviewed-settings.repository.ts';

export interface SettingsNow {
  readonly resolved: ReadonlyMap<string, EffectiveSettings>;
  /** Whether a device gets nothing with them that was not reviewed for it. */
  readonly isReviewed: (source: ConfigurationSource) => boolean;
}

/**
 * The settings that apply to devices now. They can contain edits that the review of the change did not show: of changes
 * that were applied since. A device gets these only with a change that it takes part in and that did not fail on it, or
 * if it has them already. The same is true for the country, time zone and NTP server of its site.
 */
export async function settingsNow(
  tx: Transaction,
  change: LockedChange,
  deviceIds: readonly string[],
): Promise<SettingsNow> {
  const places = new Map((await placesOf(tx, change, deviceIds)).map((place) => [place.id, place]));
  const siteIds = [...new Set([...places.values()].map(({ siteId }) => siteId))];
  const present = await settingsOfSites(tx, change, siteIds);
  // Read after the settings, so that no edit is missing that is among these.
  const since = await editsSinceReview(tx, change, siteIds);
  const now = resolver(present);
  const resolved = new Map([...places].map(([id, place]) => [id, now(place)]));
  const isSiteReviewed = (source: ConfigurationSource): boolean => {
    const place = places.get(source.id);
    const site = place === undefined ? undefined : change.reviewedSites[place.siteId];
    if (place === undefined || site === undefined) return true;
    return sameInSite(source, site, now(place)) || !isOutdated(source);
  };
  if (since.length === 0) return { resolved, isReviewed: isSiteReviewed };
  const others = [...new Set(since.map(({ changeId }) => changeId))];
  const isTakingPart = await takenPartIn(tx, change, deviceIds, others);
  const own = standing(await editsOfChange(tx, change, change.id), present);
  const withoutOwn = resolver(withoutEdits(present, own));
  const resolvers = new Map<string, ReturnType<typeof resolver>>();
  const reviewed = (unreviewed: readonly string[]): ReturnType<typeof resolver> => {
    const key = unreviewed.join();
    const known = resolvers.get(key);
    if (known !== undefined) return known;
    const edits = since.filter(({ changeId }) => unreviewed.includes(changeId));
    const made = resolver(withoutEdits(present, edits));
    resolvers.set(key, made);
    return made;
  };
  return {
    resolved,
    isReviewed: (source) => {
      const place = places.get(source.id);
      if (place === undefined || !isSiteReviewed(source)) return false;
      const unreviewed = others.filter((changeId) => !isTakingPart(source.id, changeId));
      return (
        sameDocuments(source, reviewed(unreviewed)(place), now(place)) ||
        sameDocuments(source, releasedOf(source), guarded(source, withoutOwn(place)).effective)
      );
    },
  };
}

/**
 * Whether the edits of a change make a difference to a device that is not released yet. A change without edits delivers
 * all settings.
 */
export async function touchedBy(
  tx: Transaction,
  change: LockedChange,
  present: readonly SettingRow[],
): Promise<(source: ConfigurationSource, place: PlacedDevice) => boolean> {
  const edits = await editsOfChange(tx, change, change.id);
  if (edits.length === 0) return () => true;
  const own = standing(edits, present);
  const [before, now] = [resolver(withoutEdits(present, own)), resolver(present)];
  return (source, place) => !sameDocuments(source, before(place), now(place));
}

/** Edits whose settings are still as they left them. */
function standing(edits: readonly ChangeEditRow[], present: readonly SettingRow[]): ChangeEditRow[] {
  const versions = new Map(present.map(({ id, version }) => [id, version]));
  return edits.filter(({ settingId, version }) => (versions.get(settingId) ?? null) === version);
}

/** Settings as they were before these edits, which are in the order in which they were written. */
function withoutEdits(present: readonly SettingRow[], edits: readonly StoredEdit[]): SettingRow[] {
  const first = new Map(edits.toReversed().map((edit) => [edit.settingId, edit]));
  const before = [...first.values()].flatMap(
    ({ settingId, kind, level, placeId, networkId, before: value }): SettingRow[] =>
      value === null
        ? []
        : [
            {
              id: settingId,
              kind,
              level,
              placeId,
              networkId,
              value,
              version: 0,
              updatedByName: '',
              updatedAt: new Date(0),
            },
          ],
  );
  return [...present.filter(({ id }) => !first.has(id)), ...before];
}
