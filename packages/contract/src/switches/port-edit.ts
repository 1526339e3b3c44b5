import {
  PORT_FIELDS,
  type PortField,
  type PortValue,
  type SwitchPorts,
  type SwitchPortValue,
} from './port.rules.ts';

/** Fields to set, or to reset with null. */
export type PortPatch = Partial<Omit<SwitchPortValue, 'port'>>;

export interface EditedPorts {
  readonly value: SwitchPorts | null;
  /** Optical ports that were left on and without power settings. */
  readonly skipped: readonly string[];
}

const POE_FIELDS: readonly PortField[] = ['poe', 'poeLimitWatts', 'poePriority'];

/** Fields of an edit of several ports that do not apply to an optical one. */
function notOptical(patch: PortValue): PortField[] {
  return PORT_FIELDS.filter(
    (field) =>
      patch[field] !== undefined &&
      (POE_FIELDS.includes(field) || (field === 'enabled' && patch.enabled === false)),
  );
}

/**
 * The settings of a switch with these fields of some ports set, and `reset` ones removed. Of several ports optical ones
 * are neither disabled nor powered.
 */
export function editPorts(
  present: SwitchPorts | null,
  names: readonly string[],
  { set, reset = [] }: { readonly set: PortPatch; readonly reset?: readonly (keyof PortPatch)[] },
  isOptical: (port: string) => boolean,
): EditedPorts {
  const left = notOptical(set);
  const skipped = names.length > 1 && left.length > 0 ? names.filter(isOptical) : [];
  const before = new Map((present?.ports ?? []).map((one) => [one.port, one]));
  for (const port of names) {
    const wanted = skipped.includes(port) ? without(set, left) : set;
    before.set(port, fitting({ ...without(before.get(port) ?? { port }, reset), ...wanted, port }, wanted));
  }
  const ports = [...before.values()]
    .filter((one) => Object.keys(one).length > 1)
    .toSorted((one, other) => one.port.localeCompare(other.port, 'en', { numeric: true }));
  return { value: ports.length === 0 ? null : { ports }, skipped };
}

/** Without fields that the new mode or speed rules out and that the edit does not set itself. */
function fitting(port: SwitchPortValue, { mode, speed, allowedVlans, duplex }: PortPatch): SwitchPortValue {
  const ruledOut: PortField[] = [];
  if (mode !== undefined && mode !== 'trunk' && allowedVlans === undefined) ruledOut.push('allowedVlans');
  if (speed !== undefined && speed !== 10 && speed !== 100 && duplex === undefined && port.duplex === 'half')
    ruledOut.push('duplex');
  return without(port, ruledOut);
}

function without<T extends object>(value: T, fields: readonly (keyof T)[]): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all fields that are left out are optional
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !fields.some((one) => one === name)),
  ) as T;
}

/** Fields that disable or power a port and that an edit sets anew. */
function newCuts(before: PortValue | undefined, after: PortValue): PortField[] {
  return notOptical(after).filter((field) => after[field] !== before?.[field]);
}

/**
 * Without what an edit of several ports sets on optical ones: of several ports these are neither disabled nor powered.
 * Their earlier fields stay.
 */
export function withoutOpticalCuts(
  before: SwitchPorts | null,
  after: SwitchPorts,
  isOptical: (port: string) => boolean,
): EditedPorts {
  const known = new Map((before?.ports ?? []).map((one) => [one.port, one]));
  const cut = after.ports.filter((one) => newCuts(known.get(one.port), one).length > 0);
  const skipped = cut.length > 1 ? cut.map(({ port }) => port).filter(isOptical) : [];
  if (skipped.length === 0) return { value: after, skipped };
  const ports = after.ports
    .map((one) => {
      if (!skipped.includes(one.port)) return one;
      const earlier = known.get(one.port);
      const fields = newCuts(earlier, one);
      const kept = Object.fromEntries(
        fields.flatMap((field) => (earlier?.[field] === undefined ? [] : [[field, earlier[field]]])),
      );
      return { ...without(one, fields), ...kept };
    })
    .filter((one) => Object.keys(one).length > 1);
  return { value: ports.length === 0 ? null : { ...after, ports }, skipped };
}

/** A port with the fields of its profile where it has none of its own. */
export function withProfile(own: PortValue, profile: PortValue | undefined): PortValue {
  return { ...profile, ...own };
}
