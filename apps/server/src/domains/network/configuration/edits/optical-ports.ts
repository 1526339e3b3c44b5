import type { SwitchPorts } from '@airloom/contract/switches/port.rules';
import { withoutOpticalCuts } from '@airloom/contract/switches/port-edit';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { switchPortsOf } from '../../devices/index.ts';
import { settingOf, settingsById } from '../../settings/index.ts';
import type { PreparedEdit } from './prepared-edit.ts';
import { readSwitchFacts } from './switch-facts.repository.ts';

/** Edits of several ports without what they set on optical ones, which are named in `skippedPorts`. */
export async function skipOpticalPorts(
  tx: Transaction,
  scope: TenantScope,
  edits: readonly PreparedEdit[],
): Promise<PreparedEdit[]> {
  const ofPorts = edits.filter(({ edit }) => edit.kind === 'switchPorts' && edit.value !== null);
  if (ofPorts.length === 0) return [...edits];
  const facts = await readSwitchFacts(
    tx,
    scope,
    ofPorts.map(({ place }) => place.uuid),
  );
  const stored = await settingsById(
    tx,
    scope,
    ofPorts.map(({ settingId }) => settingId),
  );
  const before = new Map(
    stored
      .map(settingOf)
      .flatMap((setting): [string, SwitchPorts][] =>
        setting?.kind === 'switchPorts' ? [[setting.id, setting.value]] : [],
      ),
  );
  return edits.flatMap((one): PreparedEdit[] => {
    const { edit, settingId, place } = one;
    if (edit.kind !== 'switchPorts' || edit.value === null) return [one];
    const found = facts.find(({ id }) => id === place.uuid);
    const ports = found === undefined ? [] : switchPortsOf(found);
    const isOptical = (name: string) => ports.some((port) => port.name === name && port.optical === true);
    const known = before.get(settingId) ?? null;
    const { value, skipped } = withoutOpticalCuts(known, edit.value, isOptical);
    if (skipped.length === 0) return [one];
    // Nothing is left of a setting that does not exist yet.
    if (value === null && known === null) return [];
    return [{ ...one, edit: { ...edit, value }, skippedPorts: skipped }];
  });
}
