import { isDeepStrictEqual } from 'node:util';
import type { SettingKind } from '@airloom/contract/configuration/edits';
import { PORT_FIELDS, type SwitchPorts, type SwitchPortValue } from '@airloom/contract/switches/port.rules';
import type { CutField, UplinkCut } from '@airloom/contract/switches/uplink';

/** A setting of a switch before and after an edit. */
export interface EditedSetting {
  readonly kind: SettingKind;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Those of the cuts that edits of the switch itself make. Others come from profiles or from settings that were reverted
 * before: nobody is asked about these, and they are not applied.
 */
export function cutsOfEdits(cuts: readonly UplinkCut[], edits: readonly EditedSetting[]): UplinkCut[] {
  return cuts.flatMap(({ port, fields }) => {
    const edited = editedFields(port, edits);
    const own = fields.filter((field) => edited.includes(field));
    return own.length === 0 ? [] : [{ port, fields: own }];
  });
}

function editedFields(port: string | null, edits: readonly EditedSetting[]): readonly CutField[] {
  return edits.flatMap(({ kind, before, after }): readonly CutField[] => {
    if (port === null && kind === 'switchBase') return ['ip', 'gateway'];
    if (port === null && kind === 'switchRoutes') return ['defaultRoute'];
    if (port === null || kind !== 'switchPorts') return [];
    const [from, to] = [portIn(before, port), portIn(after, port)];
    // All fields of the profile may be others.
    if ((from?.profileUUID ?? null) !== (to?.profileUUID ?? null)) return PORT_FIELDS;
    const changed = PORT_FIELDS.filter((field) => !isDeepStrictEqual(from?.[field], to?.[field]));
    // The mode decides whether the VLANs count.
    return changed.includes('mode') ? [...changed, 'vlan', 'allowedVlans'] : changed;
  });
}

function portIn(value: unknown, port: string): SwitchPortValue | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values were validated when they were stored
  return (value as SwitchPorts | null)?.ports.find((one) => one.port === port);
}
