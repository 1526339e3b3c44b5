import type { DeviceReport } from '@airloom/contract/devices/report.model';
import type { PortValue } from '@airloom/contract/switches/port.rules';
import { DEFAULT_VLAN, type SwitchVlans } from '@airloom/contract/switches/switch.rules';

export interface VlanRow {
  readonly id: number;
  readonly name: string;
  /** Whether it is a setting of the switch; others are there because ports use them. */
  readonly isListed: boolean;
  readonly untagged: readonly string[];
  readonly tagged: readonly string[];
}

type Known = Pick<DeviceReport, 'ports' | 'portVlans'>;

function add(to: Map<number, string[]>, vlan: number, port: string): void {
  to.set(vlan, [...(to.get(vlan) ?? []), port]);
}

/** The VLANs of a switch: those of its settings, and those that ports use by their own settings or profiles. */
export function vlanRows(
  vlans: SwitchVlans | null,
  settingsOf: (port: string) => PortValue,
  report: Known | null,
): VlanRow[] {
  const untagged = new Map<number, string[]>();
  const tagged = new Map<number, string[]>();
  for (const { name } of report?.ports ?? []) {
    const own = settingsOf(name);
    const seen = report?.portVlans?.find(({ port }) => port === name);
    add(untagged, own.vlan ?? seen?.untagged ?? DEFAULT_VLAN, name);
    const trunk = own.mode === undefined ? seen?.tagged : own.mode === 'trunk' ? own.allowedVlans : [];
    for (const vlan of trunk ?? []) add(tagged, vlan, name);
  }
  const names = new Map(vlans?.vlans.map(({ id, name }) => [id, name]));
  const ids = new Set([DEFAULT_VLAN, ...names.keys(), ...untagged.keys(), ...tagged.keys()]);
  return [...ids]
    .toSorted((one, other) => one - other)
    .map((id) => ({
      id,
      name: names.get(id) ?? '',
      isListed: names.has(id),
      untagged: untagged.get(id) ?? [],
      tagged: tagged.get(id) ?? [],
    }));
}

export function usingPorts({ untagged, tagged }: VlanRow): string[] {
  return [...untagged, ...tagged];
}
