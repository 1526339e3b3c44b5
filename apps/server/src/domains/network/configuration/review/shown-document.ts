import type {
  ConfigurationDocument,
  InterfaceSettings,
  PortSettings,
} from '@airloom/device-protocol/configuration/document';

/**
 * A document with its lists under names, so that differences do not depend on positions. Networks are beside the
 * interfaces: one that moves to another interface is still the same network.
 */
export function shownDocument({ uuid: _uuid, radios = [], ...rest }: ConfigurationDocument): object {
  const isSwitch = rest.ethernet !== undefined;
  return {
    ...rest,
    radios: Object.fromEntries(radios.map(({ band, ...radio }) => [band, radio])),
    networks: shownNetworks(rest.interfaces),
    ...(isSwitch ? shownSwitch(rest) : {}),
    interfaces: Object.fromEntries(rest.interfaces.map(isSwitch ? shownVlan : shownInterface)),
  };
}

function shownInterface({ name, ssids: _ssids, ...one }: InterfaceSettings): [string, object] {
  return [name, one];
}

/** The VLAN of a switch: its name can be changed. */
function shownVlan({ name, vlan, ethernet, ipv4, ...one }: InterfaceSettings): [string, object] {
  const key = vlan === undefined ? name : `VLAN${vlan.id}`;
  const portsOf = (tag: 'tagged' | 'un-tagged') =>
    ethernet.flatMap((entry) => (entry['vlan-tag'] === tag ? entry['select-ports'] : [])).join(', ');
  const { subnet = [], gateway = [], ...address } = ipv4;
  return [
    key,
    {
      ...one,
      ...(vlan === undefined ? {} : { vlan }),
      ...(name === key ? {} : { name }),
      ...textOf('untagged-ports', portsOf('un-tagged')),
      ...textOf('tagged-ports', portsOf('tagged')),
      ipv4: {
        ...address,
        ...textOf('subnet', subnet.map(({ prefix }) => prefix).join(', ')),
        ...textOf(
          'gateway',
          gateway.map(({ prefix, nexthop, metric }) => `${prefix} → ${nexthop} (${metric})`).join(', '),
        ),
      },
    },
  ];
}

function textOf(field: string, text: string): object {
  return text === '' ? {} : { [field]: text };
}

const MILLIWATTS = 1000;

function shownSwitch({ ethernet = [], switch: parts }: Omit<ConfigurationDocument, 'uuid'>): object {
  const isolated = (parts?.['port-isolation']?.sessions ?? []).flatMap(
    ({ downlink }) => downlink['interface-list'],
  );
  return {
    ethernet: Object.fromEntries(
      ethernet.flatMap(({ 'select-ports': names, ...entry }) =>
        names.map((name) => [name, shownPort(entry)] as const),
      ),
    ),
    switch: {
      ...textOf('isolated-ports', isolated.join(', ')),
      ...(parts?.['dhcp-snooping'] === undefined
        ? {}
        : { 'dhcp-snooping': parts['dhcp-snooping']['dhcp-snoop-enable'] }),
    },
  };
}

function shownPort({ poe, ...port }: Omit<PortSettings, 'select-ports'>): object {
  const limit = poe?.['power-limit'];
  return {
    ...port,
    ...(poe === undefined
      ? {}
      : { poe: { ...poe, ...(limit === undefined ? {} : { 'power-limit': limit / MILLIWATTS }) } }),
  };
}

/** A network has two entries where 6 GHz needs another encryption. */
function shownNetworks(interfaces: ConfigurationDocument['interfaces']): object {
  const seen = new Map<string, object>();
  for (const { vlan, ssids = [] } of interfaces)
    for (const { name, 'wifi-bands': bands, 'multi-psk': keys, ...ssid } of ssids) {
      const shown = {
        ...ssid,
        vlan: vlan?.id ?? 'untagged',
        'wifi-bands': bands.join(', '),
        ...(keys === undefined ? {} : { keys }),
      };
      seen.set(seen.has(name) ? `${name} (${bands.join(', ')})` : name, shown);
    }
  return Object.fromEntries(seen);
}
