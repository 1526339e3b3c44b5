import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { deleteSettings, type WrittenSetting, writeSettings } from '../../settings/index.ts';
import { networkIdOf, type PreparedEdit } from '../edits/prepared-edit.ts';
import { versionAfter } from './inverse-edits.ts';

/** Writes the settings of a change. Conflicts were ruled out in the same transaction. */
export async function writeEdits(
  tx: Transaction,
  scope: TenantScope,
  edits: readonly PreparedEdit[],
  by: string,
  now: Date,
): Promise<void> {
  if (edits.length === 0) return;
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
            version: versionAfter(edit),
          },
        ],
  );
  const deleted = edits.filter(({ edit }) => edit.value === null).map(({ settingId }) => settingId);
  await deleteSettings(tx, scope, deleted);
  await writeSettings(tx, scope, written, by, now);
  await publishEvent(tx, scope.tenant, 'SettingsChanged', {});
}
