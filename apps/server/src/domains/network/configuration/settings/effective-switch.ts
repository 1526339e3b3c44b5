import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import type { EffectiveSettings, Origin } from '@airloom/contract/configuration/effective';
import { shownSwitchPart } from '../edits/shown-switch-value.ts';

type Value = EffectiveView['values'][number];
type MakeRow = (path: string, origin: Origin, value: unknown, before: unknown) => Value;

/** The settings of a switch, beside what was verified. */
export function switchValues(
  { switch: effective }: EffectiveSettings,
  { switch: verified }: EffectiveSettings,
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
        return origin === undefined
          ? []
          : [row(`switch.ports.${name}.${field}`, origin, shown(part), shown(before[field]))];
      });
    }),
    ...effective.modelPorts.flatMap(({ ports, value, origin }, nth) => {
      const before: Readonly<Record<string, unknown>> = { ...verified?.modelPorts[nth]?.value };
      return Object.entries(value).map(([field, part]) =>
        row(`switch.ports.${ports}.${field}`, origin, shown(part), shown(before[field])),
      );
    }),
    ...parts('vlans', vlans, verified?.vlans?.value),
    ...parts('routes', routes, verified?.routes?.value),
  ];

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
      row(`${prefix}.${name}`, setting.origin, part, known[name]),
    );
  }
}

function shown(part: unknown): unknown {
  return Array.isArray(part) ? part.join(', ') : part;
}
