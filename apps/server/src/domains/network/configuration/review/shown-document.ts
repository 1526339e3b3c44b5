import type { ConfigurationDocument, SsidSettings } from '@airloom/device-protocol/configuration/document';

/** A document with its lists under names, so that differences do not depend on positions. */
export function shownDocument({ uuid: _uuid, radios = [], ...rest }: ConfigurationDocument): object {
  return {
    ...rest,
    radios: Object.fromEntries(radios.map(({ band, ...radio }) => [band, radio])),
    interfaces: Object.fromEntries(
      rest.interfaces.map(({ name, ssids = [], ...one }) => [name, { ...one, ssids: shownSsids(ssids) }]),
    ),
  };
}

/** A network has two entries where 6 GHz needs another encryption. */
function shownSsids(ssids: readonly SsidSettings[]): object {
  const seen = new Map<string, object>();
  for (const { name, 'wifi-bands': bands, 'multi-psk': keys, ...ssid } of ssids) {
    const shown = { ...ssid, 'wifi-bands': bands.join(', '), ...(keys === undefined ? {} : { keys }) };
    seen.set(seen.has(name) ? `${name} (${bands.join(', ')})` : name, shown);
  }
  return Object.fromEntries(seen);
}
