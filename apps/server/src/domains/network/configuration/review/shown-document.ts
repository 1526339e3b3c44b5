import type { ConfigurationDocument } from '@airloom/device-protocol/configuration/document';

/**
 * A document with its lists under names, so that differences do not depend on positions. Networks are beside the
 * interfaces: one that moves to another interface is still the same network.
 */
export function shownDocument({ uuid: _uuid, radios = [], ...rest }: ConfigurationDocument): object {
  return {
    ...rest,
    radios: Object.fromEntries(radios.map(({ band, ...radio }) => [band, radio])),
    networks: shownNetworks(rest.interfaces),
    interfaces: Object.fromEntries(rest.interfaces.map(({ name, ssids: _ssids, ...one }) => [name, one])),
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
