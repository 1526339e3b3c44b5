import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import type { EffectiveSettings, Origin } from '@airloom/contract/configuration/effective';
import { shownSwitchPart } from '../edits/shown-switch-value.ts';

type Value = EffectiveView['values'][number];
type MakeRow = (path: string, origin: Origin, value: unknown, before: unknown, byVersion?: boolean) => Value;

/** What the newest report of a switch shows of its settings. */
export interface ReportedParts {
  readonly portVlans: boolean;
  readonly isolatedPorts: boolean;
  readonly routes: boolean;
}

const OF_EVERY_REPORT: ReadonlySet<string> = new Set(['enabled', 'speed', 'duplex', 'poe']);
const OF_PORT_VLANS: ReadonlySet<string> = new Set(['mode', 'vlan', 'allowedVlans']);

/** Storm control, DHCP trust, power limits and priorities, labels and names of VLANs are in no report. */
function isReported(field: string, reported: ReportedParts): boolean {
  if (OF_PORT_VLANS.has(field)) return reported.portVlans;
  return field === 'isolation' ? reported.isolatedPorts : OF_EVERY_REPORT.has(field);
}

/** The settings of a switch, beside what was verified. */
export function switchValues(
  { switch: effective }: EffectiveSettings,
  { switch: verified }: EffectiveSettings,
  reported: ReportedParts,
  row: MakeRow,
): Value[] {
  if (effective === undefined) return [];
  const { base, vlans, routes } = effective;
  return [
    ...parts('', base, verified?.base?.value).filter(({ value }) => value !== ''),
    ...Object.entries(effective.ports).flatMap(([name, { label, value, origins }]) => {
      const before: Readonly<Record<string, unknown>> = {
        label: verified?.ports[name]?.label,
        ...verified?.ports[name]?.value,
      };
      const byField: Readonly<Record<string, Origin | undefined>> = origins;
      const own = label === undefined ? value : { label, ...value };
      return Object.entries(own).flatMap(([field, part]) => {
        const origin = byField[field];
        return origin === undefined ? [] : [portRow(name, field, origin, part, before[field])];
      });
    }),
    ...effective.modelPorts.flatMap(({ ports, value, origin }, nth) => {
      const before: Readonly<Record<string, unknown>> = { ...verified?.modelPorts[nth]?.value };
      return Object.entries(value).map(([field, part]) => portRow(ports, field, origin, part, before[field]));
    }),
    ...parts('vlans', vlans, verified?.vlans?.value),
    ...parts('routes', routes, verified?.routes?.value),
  ];

  function portRow(port: string, field: string, origin: Origin, part: unknown, before: unknown): Value {
    const path = `switch.ports.${port}.${field}`;
    return row(path, origin, shown(part), shown(before), !isReported(field, reported));
  }

  function parts(
    field: 'vlans' | 'routes' | '',
    setting: { readonly value: unknown; readonly origin: Origin } | null,
    before: unknown,
  ): Value[] {
    if (setting === null) return [];
    const entriesOf = (value: unknown): Readonly<Record<string, unknown>> => {
      const shownPart = field === '' ? value : shownSwitchPart(field, value, () => undefined);
      return { ...(typeof shownPart === 'object' ? shownPart : null) };
    };
    const known = entriesOf(before);
    const prefix = field === '' ? 'switch' : `switch.${field}`;
    return Object.entries(entriesOf(setting.value)).map(([name, part]) =>
      row(`${prefix}.${name}`, setting.origin, part, known[name], field !== 'routes' || !reported.routes),
    );
  }
}

function shown(part: unknown): unknown {
  return Array.isArray(part) ? part.join(', ') : part;
}
