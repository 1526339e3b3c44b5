import type { SwitchPort } from './base-settings.ts';
import type { ConfigurationDocument } from './document.ts';

/** All that a document says about one port of a switch, as text to compare. */
export function portInDocument(document: ConfigurationDocument, name: string): string {
  const { ethernet = [], interfaces } = document;
  const entries = ethernet
    .filter((one) => one['select-ports'].includes(name))
    .map(({ 'select-ports': _names, ...settings }) => settings);
  const vlans = interfaces.flatMap(({ vlan, ethernet: ports }) =>
    ports
      .filter((one) => one['select-ports'].includes(name))
      .map((one) => [vlan?.id ?? null, one['vlan-tag'] ?? null]),
  );
  return textOf([entries, vlans]);
}

/** The same text however the keys of objects are ordered. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** Possible uplink ports that differ between two documents, and `IPv4` where the management address or its routes do. */
export function differingUplinks(
  ports: readonly Pick<SwitchPort, 'name' | 'uplink'>[],
  before: ConfigurationDocument | null,
  after: ConfigurationDocument,
): string[] {
  const uplinks = ports.filter(({ uplink }) => uplink !== false).map(({ name }) => name);
  if (before === null) return uplinks;
  const differing = uplinks.filter((name) => portInDocument(before, name) !== portInDocument(after, name));
  const [from, to] = [before, after].map(({ interfaces }) => textOf(interfaces[0]?.ipv4 ?? null));
  return from === to ? differing : [...differing, 'IPv4'];
}
