import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { withPassword } from '../configuration/password.ts';
import type { Inbound, Report } from '../model.ts';
import { readFrame } from '../read-frame.ts';
import { methodFrame } from './frames.ts';
import { ABILITIES, baseConfiguration, SETTINGS } from './settings.ts';

/** Recordings of real devices and their schemas are not part of the project; they are used if present. */
const folder = process.env['DEVICE_DIR'];
const present = folder !== undefined && existsSync(join(folder, 'samples'));

function read(...path: string[]): string {
  return readFileSync(join(folder ?? '', ...path), 'utf8');
}

function transcripts(): string[] {
  return present ? readdirSync(join(folder, 'samples')).filter((name) => name.startsWith('transcript-')) : [];
}

/** Frames of devices, if recorded completely. */
function framesIn(transcript: string): string[] {
  return read('samples', transcript)
    .split('\n')
    .flatMap((line) => {
      const sent = /^<< \(bin=false (\d+) B\) (.*)$/.exec(line);
      const [, length, text] = sent ?? [];
      return text !== undefined && Buffer.byteLength(text) === Number(length) ? [text] : [];
    });
}

function reportIn(inbound: Inbound): Report {
  if (inbound.kind !== 'reports' || inbound.reports[0] === undefined)
    throw new Error(JSON.stringify(inbound));
  return inbound.reports[0];
}

function stateOf(...path: string[]): Report {
  const state: unknown = JSON.parse(read(...path));
  return reportIn(readFrame(methodFrame('state', { serial: '02:00:00:00:00:01', uuid: 2, state })));
}

const KIND_OF_METHOD: Readonly<Record<string, readonly string[]>> = {
  connect: ['hello'],
  event: ['events'],
  healthcheck: ['events'],
  log: ['events'],
  telemetry: ['reports', 'ignored'],
  wifiscan: ['scan'],
  deviceupdate: ['ignored'],
};

describe.skipIf(!present)('recordings of real devices', () => {
  test.each(transcripts())('reads %s', (transcript) => {
    const frames = framesIn(transcript);
    expect(frames.length).toBeGreaterThan(3);
    for (const text of frames) {
      const message: { method?: string; id?: number; radius?: string } = JSON.parse(text);
      const inbound = readFrame(Buffer.from(text));
      const kinds = message.id === undefined ? KIND_OF_METHOD[message.method ?? ''] : ['answer'];
      expect(kinds ?? ['radius'], text).toContain(inbound.kind);
      if (inbound.kind === 'answer') expect(inbound.answer.id).toBe(message.id);
    }
  });

  test('reads the hello and a refused configuration of an access point', () => {
    const reported = framesIn('transcript-gw-ap.txt').map((text) => readFrame(Buffer.from(text)));
    expect(reported[0]).toMatchObject({
      kind: 'hello',
      hello: { kind: 'ap', configVersion: 1, abilities: { compressedCommands: true, country: 'US' } },
    });
    const refused = reported.find(
      (inbound) => inbound.kind === 'answer' && inbound.answer.rejected.length > 0,
    );
    expect(refused).toMatchObject({ answer: { id: 3, error: 2, rejected: { length: 2 } } });
    const rebooted = reported.filter((inbound) => inbound.kind === 'answer' && inbound.answer.id === 15);
    expect(rebooted).toHaveLength(2);
    expect(reported).toContainEqual({
      kind: 'events',
      events: [
        {
          serial: '903cb3bb1da8',
          at: 1_794_701_434_000,
          happening: {
            type: 'clientJoined',
            client: {
              mac: '38:ba:f8:11:25:38',
              ssid: 'Corp-PSK',
              band: '5G',
              channel: 52,
              signal: -59,
              bssid: '90:3c:b3:bb:1d:a9',
            },
          },
        },
      ],
    });
  });

  test('reads the hello and a port event of a switch', () => {
    const reported = framesIn('transcript-gw-ols2.txt').map((text) => readFrame(Buffer.from(text)));
    expect(reported[0]).toMatchObject({
      kind: 'hello',
      hello: { kind: 'switch', model: 'Example Platform', abilities: { compressedCommands: false } },
    });
    const happenings = reported.flatMap((inbound) => (inbound.kind === 'events' ? inbound.events : []));
    expect(happenings[0]).toMatchObject({ at: null, happening: { type: 'restarted', cause: 'reboot' } });
    expect(happenings).toContainEqual(
      expect.objectContaining({ happening: { type: 'portDown', port: 'Ethernet2' } }),
    );
  });

  test('the state of an access point', () => {
    const params: unknown = JSON.parse(read('samples', 'ap-state.json'));
    const report = reportIn(readFrame(methodFrame('state', params)));
    expect(report).toMatchObject({
      serial: '903cb3bb1da8',
      configVersion: 1_731_600_000,
      unit: { uptimeSeconds: 86_400, cpuPercent: 7, memoryPercent: 20.7, temperature: 57 },
      uplink: { rxBytes: 918_273_645, txBytes: 123_456_789 },
      addresses: ['192.0.2.31'],
      power: { usedWatts: 12.3 },
      radios: [
        { band: '2G', channel: 6, widthMhz: 20, utilisationPercent: 23, noise: -95, clients: 0 },
        { band: '5G', channel: 52, widthMhz: 80, utilisationPercent: 9, noise: -101, clients: 1 },
      ],
      clients: [
        {
          mac: '38:ba:f8:11:25:38',
          ip: '192.0.2.77',
          hostname: 'laptop',
          connectedSeconds: 3600,
          traffic: { rxBytes: 1_234_567, txBytes: 7_654_321 },
          wireless: { ssid: 'Corp-PSK', signal: -59, rxRateKbps: 866_700, txRetries: 120 },
        },
      ],
      links: [{ port: 'WAN', peerMac: '24:fe:9a:0f:48:f0', peerName: 'sw-1', peerPort: 'Ethernet3' }],
    });
  });

  test('the state of a switch', () => {
    const report = reportIn(readFrame(Buffer.from(read('samples', 'switch-state.captured.json'))));
    expect(report).toMatchObject({
      serial: '24fe9a0f48f0',
      unit: { uptimeSeconds: 1001, memoryPercent: 50 },
      power: { budgetWatts: 370, usedWatts: 18 },
    });
    expect(report.ports.map(({ linked, power }) => [linked, power?.state, power?.watts])).toEqual([
      ...Array.from({ length: 3 }, () => [true, 'delivering', 6.1]),
      [true, 'searching', 0],
      ...Array.from({ length: 4 }, () => [false, 'searching', 0]),
    ]);
  });

  test('states of older access points', () => {
    expect(stateOf('samples', 'owls', 'eap101-bridge-stats.json')).toMatchObject({
      uplink: { rxBytes: 509_375_241, txBytes: 26_766_409 },
      radios: [{ band: '5G', channel: 100, widthMhz: 40, noise: -103 }, { band: '2G' }],
      clients: [],
    });
    const busy = stateOf('samples', 'owls', 'eap101-bridge-wifi-clients.json');
    expect(busy.clients).toContainEqual(
      expect.objectContaining({
        mac: 'b8:27:eb:f9:dd:fd',
        ip: '10.2.115.68',
        connectedSeconds: 568_169,
        traffic: { rxBytes: 40_681, txBytes: 146_000 },
      }),
    );
    expect(busy.radios.reduce((sum, radio) => sum + radio.clients, 0)).toBe(busy.clients.length);
    const later = stateOf('samples', 'owls', 'state-2-9.json');
    expect(later.unit).toMatchObject({ uptimeSeconds: 1_851_096, temperature: 56 });
    expect(later.uplink).toEqual({ rxBytes: 2_890_308_600, txBytes: 70_331_698 });
    expect(later.radios[0]).toMatchObject({ band: '5G', channel: 149, widthMhz: 80, temperature: 52 });
  });
});

/** Formats without a definition in the schemas, as far as our configurations use them. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  hostname: (text) => /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(text),
  'uc-host': (text) => /^[a-z0-9.-]+$/i.test(text),
  'uc-mac': (text) => /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(text),
};

interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** The schemas accept misspelt keys, so they are checked here. */
function unknownKeys(value: unknown, schema: JsonSchema, whole: JsonSchema, path = ''): string[] {
  const meant = schema.$ref === undefined ? schema : whole.$defs?.[schema.$ref.slice('#/$defs/'.length)];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((held, index) => unknownKeys(held, meant?.items ?? {}, whole, `${path}/${index}`));
  }
  return Object.entries(value).flatMap(([key, held]) => {
    const known = meant?.properties?.[key];
    return known === undefined ? [`${path}/${key}`] : unknownKeys(held, known, whole, `${path}/${key}`);
  });
}

describe.skipIf(!present)('configurations against the schemas of real devices', () => {
  test.each([
    ['ap', 'ap.ucentral.schema.json'],
    ['switch', 'switch.ucentral.schema.json'],
  ] as const)('the base configuration of kind %s fits %s', (kind, schema) => {
    const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS, logger: false });
    const validate = ajv.compile(JSON.parse(read('schema', schema)));
    for (const timeZone of ['Etc/GMT-1', 'Europe/Warsaw']) {
      const document = baseConfiguration(kind, { ...SETTINGS, timeZone, managementVlan: 20 }, ABILITIES);
      validate(withPassword(document, 'Harbour-77'));
      expect(validate.errors ?? []).toEqual([]);
    }
    expect(validate({ ...baseConfiguration(kind, SETTINGS, ABILITIES), uuid: 'now' })).toBe(false);
  });

  test.each([
    ['ap', 'ap.ucentral.schema.json'],
    ['switch', 'switch.ucentral.schema.json'],
  ] as const)('the base configuration of kind %s sets nothing %s does not know', (kind, schema) => {
    const whole: JsonSchema = JSON.parse(read('schema', schema));
    const document = baseConfiguration(kind, SETTINGS, ABILITIES);
    expect(unknownKeys(withPassword(document, 'Harbour-77'), whole, whole)).toEqual([]);
    const misspelt = { ...document, unit: { ...document.unit, hostnam: 'x' } };
    expect(unknownKeys(misspelt, whole, whole)).toEqual(['/unit/hostnam']);
  });
});

if (!present) {
  process.stderr.write(
    'device-protocol: DEVICE_DIR names no folder with samples and schema, so nothing was held against real devices.\n',
  );
}
