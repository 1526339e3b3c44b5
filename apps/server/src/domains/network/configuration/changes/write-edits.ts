import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { deleteSettings, type WrittenSetting, writeSettings } from '../../settings/index.ts';
import { networkIdOf, type PreparedEdit } from '../edits/prepared-edit.ts';
import { highestVersions, setVersions } from './changes.repository.ts';

/** Writes the settings of a stored change. Conflicts were ruled out in the same transaction. */
export async function writeEdits(
  tx: Transaction,
  scope: TenantScope,
  changeId: string,
  edits: readonly PreparedEdit[],
  by: string,
  now: Date,
): Promise<void> {
  if (edits.length === 0) return;
  const created = edits.filter(({ edit }) => edit.baseVersion === null).map(({ settingId }) => settingId);
  const highest = await highestVersions(tx, scope, created);
  const written = edits.flatMap(({ settingId, edit }): WrittenSetting[] =>
    edit.value === null
      ? []
      : [
          {
            id: settingId,
            kind: edit.kind,
            place: edit.place,
            networkId: networkIdOf(edit),
            value: edit.value,
            version: (edit.baseVersion ?? highest.get(settingId) ?? 0) + 1,
          },
        ],
  );
  const deleted = edits.filter(({ edit }) => edit.value === null).map(({ settingId }) => settingId);
  await deleteSettings(tx, scope, deleted);
  await writeSettings(tx, scope, written, by, now);
  await setVersions(tx, scope, changeId, written);
  const places = edits.map(({ place }) => place);
  await publishEvent(tx, scope.tenant, 'SettingsChanged', {
    siteIds: places.flatMap(({ siteId }) => siteId ?? []),
    organizationIds: places
      .filter(({ siteId }) => siteId === null)
      .map(({ organizationId }) => organizationId),
  });
}
