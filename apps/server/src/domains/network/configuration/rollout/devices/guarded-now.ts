import { type EffectiveSettings, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { Transaction } from '../../../../../platform/database/database.ts';
import { type ConfigurationSource, guarded } from '../../../devices/index.ts';
import { editsOfChange } from '../../changes/changes.repository.ts';
import { cutsOfEdits } from '../../edits/cuts-of-edits.ts';
import type { LockedChange } from '../changes.repository.ts';

interface SafeSettings {
  readonly effective: EffectiveSettings;
  /** Whether an edit of the change would cut it off that nobody confirmed: another port is its uplink since the review. */
  readonly cutsOff: boolean;
}

/** The settings that apply to devices now, with their ways to the cloud as they are or as a person confirmed. */
export async function guardedNow(
  tx: Transaction,
  change: LockedChange,
  sources: readonly ConfigurationSource[],
  resolved: ReadonlyMap<string, EffectiveSettings>,
): Promise<ReadonlyMap<string, SafeSettings>> {
  const hasSwitches = sources.some(({ kind }) => kind === 'switch');
  const edits = hasSwitches ? await editsOfChange(tx, change, change.id) : [];
  return new Map(
    sources.map((source) => {
      const confirmed = change.confirmedCuts.filter(({ deviceUUID }) => deviceUUID === source.id);
      const { effective, cuts } = guarded(source, resolved.get(source.id) ?? NO_SETTINGS, confirmed);
      const own = edits.filter(({ level, placeId }) => level === 'device' && placeId === source.id);
      return [source.id, { effective, cutsOff: cutsOfEdits(cuts, own).length > 0 }];
    }),
  );
}
