import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EffectiveSettings, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { PORT_SPEEDS } from '@airloom/contract/switches/port.rules';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyReportedPorts,
  anySwitchSettings,
  SWITCH_PLACE,
  SWITCH_PORTS,
} from '../testing/arbitrary-switches.ts';
import { ABILITIES, SETTINGS } from '../testing/settings.ts';
import { compile } from './compile.ts';
import { documentSchema } from './document-schema.ts';
import { guardUplink } from './guard-uplink.ts';
import { portInDocument } from './port-in-document.ts';
import { resolve } from './resolve.ts';
import type { Setting } from './stored-settings.ts';

const UPLINK = 'Ethernet0';

function made(effective: EffectiveSettings, switchPorts = SWITCH_PORTS) {
  return compile({
    kind: 'switch',
    base: { ...SETTINGS, switchPorts },
    abilities: ABILITIES,
    effective,
    offNetworks: new Set(),
  });
}

function compiled(settings: readonly Setting[], ports = SWITCH_PORTS) {
  return made(guardUplink(ports, NO_SETTINGS, resolve(settings, SWITCH_PLACE)).effective, ports);
}

test('any valid settings of a switch compile to a document of the schema', () => {
  fc.assert(
    fc.property(anySwitchSettings, (settings) => {
      expect(documentSchema.safeParse(compiled(settings).document).error?.issues ?? []).toEqual([]);
    }),
  );
});

test('so do they for whatever the switch reported about its ports, with speeds that its client accepts', () => {
  fc.assert(
    fc.property(anySwitchSettings, anyReportedPorts, (settings, ports) => {
      const { document } = compiled(settings, ports);
      expect(documentSchema.safeParse(document).error?.issues ?? []).toEqual([]);
      const accepted = new Set<number>(PORT_SPEEDS);
      expect(document.ethernet?.filter(({ speed }) => !accepted.has(speed))).toEqual([]);
      const names = ports.map(({ name }) => name).toSorted();
      expect(document.ethernet?.flatMap((one) => one['select-ports']).toSorted()).toEqual(names);
    }),
  );
});

test('profiles neither disable nor power optical ports', () => {
  fc.assert(
    fc.property(anySwitchSettings, (settings) => {
      const { ethernet = [] } = compiled(settings.filter(({ kind }) => kind === 'portProfile')).document;
      const optical = SWITCH_PORTS.filter((port) => port.optical === true).map(({ name }) => name);
      const entries = ethernet.filter((one) => one['select-ports'].some((name) => optical.includes(name)));
      expect(entries.every(({ enabled, poe }) => enabled && poe === undefined)).toBe(true);
    }),
  );
});

test('the uplink stays enabled, untagged in the management VLAN and not isolated', () => {
  fc.assert(
    fc.property(anySwitchSettings, (settings) => {
      const { ethernet = [], interfaces, switch: parts } = compiled(settings).document;
      const entry = ethernet.find((one) => one['select-ports'].includes(UPLINK));
      expect(entry?.enabled).toBe(true);
      expect(entry?.['dhcp-snoop-port']?.['dhcp-snoop-port-trust'] ?? true).toBe(true);
      const reached = interfaces.filter(({ ipv4 }) => ipv4.addressing !== 'none');
      expect(reached.map(({ vlan }) => vlan?.id)).toEqual([1]);
      const untagged = interfaces.filter(({ ethernet: ports }) =>
        ports.some((one) => one['vlan-tag'] === 'un-tagged' && one['select-ports'].includes(UPLINK)),
      );
      expect(untagged.map(({ vlan }) => vlan?.id)).toEqual([1]);
      const isolated = parts?.['port-isolation']?.sessions[0]?.downlink['interface-list'] ?? [];
      expect(isolated).not.toContain(UPLINK);
    }),
  );
});

/** A way to the cloud: the address and its default routes. */
function addressIn({ interfaces }: ReturnType<typeof made>['document']): string {
  const { addressing, subnet, gateway = [] } = interfaces[0]?.ipv4 ?? {};
  return JSON.stringify([addressing, subnet, gateway.filter(({ prefix }) => prefix === '0.0.0.0/0')]);
}

test('any sequence of settings keeps the way to the cloud where nobody confirms a cut', () => {
  fc.assert(
    fc.property(fc.array(anySwitchSettings, { minLength: 1, maxLength: 4 }), (sequence) => {
      let released = NO_SETTINGS;
      for (const settings of sequence) {
        const before = made(released).document;
        const next = guardUplink(SWITCH_PORTS, released, resolve(settings, SWITCH_PLACE));
        const { document } = made(next.effective);
        expect(addressIn(document)).toBe(addressIn(before));
        expect(document.ethernet?.find((one) => one['select-ports'].includes(UPLINK))?.enabled).toBe(true);
        released = next.effective;
      }
    }),
  );
});

test('what is released does not change with the reported uplink, nor by releasing it again', () => {
  fc.assert(
    fc.property(anySwitchSettings, fc.nat({ max: 9 }), (settings, moved) => {
      const effective = resolve(settings, SWITCH_PLACE);
      const { effective: released } = guardUplink(SWITCH_PORTS, NO_SETTINGS, effective);
      const others = SWITCH_PORTS.map((port, index) => ({ ...port, uplink: index === moved }));
      for (const ports of [SWITCH_PORTS, others])
        expect(made(guardUplink(ports, released, effective).effective)).toEqual(made(released));
    }),
  );
});

test('a reverted cut is not part of later settings, and the review of these names it', () => {
  const cut: Setting = {
    kind: 'switchPorts',
    id: 'ports',
    level: 'device',
    placeId: SWITCH_PLACE.deviceId,
    value: { ports: [{ port: UPLINK, enabled: false }] },
  };
  fc.assert(
    fc.property(anySwitchSettings, (others) => {
      const settings = [...others.filter(({ kind }) => kind !== 'switchPorts'), cut];
      const { document, unsupported } = compiled(settings);
      expect(portInDocument(document, UPLINK)).toContain('"enabled":true');
      expect(unsupported).toContainEqual(
        expect.objectContaining({ reason: 'uplinkProtected', port: UPLINK }),
      );
      const confirmed = [{ port: UPLINK, fields: ['enabled' as const] }];
      const sent = guardUplink(SWITCH_PORTS, NO_SETTINGS, resolve(settings, SWITCH_PLACE), confirmed);
      expect(portInDocument(made(sent.effective).document, UPLINK)).toContain('"enabled":false');
    }),
  );
});

test('every port has one entry and one untagged VLAN', () => {
  fc.assert(
    fc.property(anySwitchSettings, (settings) => {
      const { ethernet = [], interfaces } = compiled(settings).document;
      const names = SWITCH_PORTS.map(({ name }) => name).toSorted();
      expect(ethernet.flatMap((one) => one['select-ports']).toSorted()).toEqual(names);
      const untagged = interfaces
        .flatMap((one) => one.ethernet)
        .flatMap((one) => (one['vlan-tag'] === 'un-tagged' ? one['select-ports'] : []));
      expect(untagged.toSorted()).toEqual(names);
      expect(new Set(interfaces.map(({ name }) => name)).size).toBe(interfaces.length);
    }),
  );
});

test('the same settings give the same bytes, in any order of the settings', () => {
  fc.assert(
    fc.property(anySwitchSettings, (settings) => {
      const again = JSON.stringify(compiled(settings.toReversed()));
      expect(again).toBe(JSON.stringify(compiled(settings)));
    }),
  );
});

const folder = process.env['DEVICE_DIR'] ?? '';
const file = join(folder, 'schema', 'switch.ucentral.schema.json');
const isPresent = folder !== '' && existsSync(file);

describe.skipIf(!isPresent)('against the schema of real switches', () => {
  test('any valid settings of a switch compile to a document of the public schema', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
    fc.assert(
      fc.property(anySwitchSettings, (settings) => {
        validate(compiled(settings).document);
        expect(validate.errors ?? []).toEqual([]);
      }),
    );
  });
});

if (!isPresent)
  process.stderr.write(
    'device-protocol: DEVICE_DIR names no folder with a schema, so no switch document was held against it.\n',
  );
