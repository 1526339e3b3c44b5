import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { bandRule, channelsIn } from '@airloom/contract/wireless/regulatory';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAbilities, anySettings, PLACE } from '../testing/arbitrary-settings.ts';
import { SETTINGS } from '../testing/settings.ts';
import { compile } from './compile.ts';
import { documentSchema } from './document-schema.ts';
import { resolve } from './resolve.ts';

const switchPorts = [
  { name: 'Ethernet0', speedMbps: 1000, fullDuplex: true, poe: true, enabled: true, negotiated: true },
];

const anyInput = fc
  .tuple(
    anySettings,
    anyAbilities,
    fc.constantFrom(...DEVICE_KINDS),
    fc.option(fc.integer({ min: 1, max: 4050 })),
    fc.constantFrom('PL', 'US', 'CN', 'BR'),
  )
  .map(([settings, abilities, kind, managementVlan, country]) => ({
    settings,
    input: {
      kind,
      base: { ...SETTINGS, country, managementVlan, switchPorts: kind === 'switch' ? switchPorts : [] },
      abilities,
      effective: resolve(settings, PLACE),
      offNetworks: new Set(settings.slice(0, 1).map(({ id }) => id)),
    },
  }));

test('any valid settings compile to a document of the schema', () => {
  fc.assert(
    fc.property(anyInput, ({ input }) => {
      expect(documentSchema.safeParse(compile(input).document).error?.issues ?? []).toEqual([]);
    }),
  );
});

test('every document has exactly one interface by which the device is reached', () => {
  fc.assert(
    fc.property(anyInput, ({ input }) => {
      const { interfaces } = compile(input).document;
      const reachable = interfaces.filter(({ ipv4 }) => ipv4.addressing === 'dynamic');
      expect(reachable).toHaveLength(1);
      expect(reachable[0]?.role).toBe('upstream');
      expect(reachable[0]?.services).toContain('ssh');
      const wanted = input.kind === 'switch' ? 1 : input.base.managementVlan;
      expect(reachable[0]?.vlan?.id ?? null).toBe(wanted);
      // Two interfaces of one VLAN would be refused.
      const vlans = interfaces.map(({ vlan }) => vlan?.id ?? 0);
      expect(new Set(vlans).size).toBe(vlans.length);
    }),
  );
});

test('the same settings give the same bytes, in any order of the settings', () => {
  fc.assert(
    fc.property(anyInput, ({ settings, input }) => {
      const again = { ...input, effective: resolve(settings.toReversed(), PLACE) };
      expect(JSON.stringify(compile(again))).toBe(JSON.stringify(compile(input)));
    }),
  );
});

test('an enabled network is on air on every band of a radio, or reported as unsupported', () => {
  fc.assert(
    fc.property(anyInput, ({ input }) => {
      const { document, unsupported } = compile(input);
      if (input.kind !== 'ap') return;
      const onAir = document.interfaces.flatMap(({ ssids = [] }) => ssids);
      for (const { id, value } of input.effective.networks) {
        if (!value.enabled || input.offNetworks.has(id)) continue;
        for (const band of value.bands) {
          const isOnAir = onAir.some((ssid) => ssid.name === value.ssid && ssid['wifi-bands'].includes(band));
          const isReported = unsupported.some(
            (one) =>
              one.settingId === id &&
              (one.band === band || one.reason === 'vlanReserved' || one.reason === 'ssidTaken'),
          );
          expect(isOnAir || isReported).toBe(true);
        }
      }
    }),
  );
});

test('no radio or network uses a band or channel that the country does not allow', () => {
  fc.assert(
    fc.property(anyInput, ({ input }) => {
      const { radios = [], interfaces } = compile(input).document;
      const ssids = interfaces.flatMap((one) => one.ssids ?? []);
      for (const band of [
        ...radios.map((radio) => radio.band),
        ...ssids.flatMap((ssid) => ssid['wifi-bands']),
      ])
        expect(bandRule(input.base.country, band)).not.toBeNull();
      for (const { band, channel } of radios)
        if (channel !== 'auto') expect(channelsIn(input.base.country, band)).toContain(channel);
    }),
  );
});
