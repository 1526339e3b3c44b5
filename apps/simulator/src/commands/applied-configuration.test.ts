import type { Report } from '@airloom/device-protocol/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROFILES } from '../profiles/profiles.ts';
import { MODELS } from '../simulation/models.ts';
import { documentWith, ENTERPRISE, ssid } from '../testing/documents.ts';
import { WireDevice } from '../testing/wire-device.ts';

const MINUTE = 60_000;
/** At this hour most clients of the office are present. */
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 4, 5, 9) }));

let ap: WireDevice;
function start(options: ConstructorParameters<typeof WireDevice>[0] = {}): WireDevice {
  const [model] = MODELS.ap;
  ap = new WireDevice({ ...(model && { model }), ...options });
  return ap;
}
afterEach(() => {
  ap.stop();
  vi.useRealTimers();
});

function onAir({ networks }: Report): string[] {
  return (networks ?? []).map(({ ssid: name, band }) => `${name} ${band}`).toSorted();
}

function bytesOf({ radios }: Report): number[] {
  return radios.map(({ traffic }) => traffic.txBytes);
}

/** Number of clients per SSID. */
function clientsOf({ clients }: Report): Record<string, number> {
  return Object.fromEntries(
    Map.groupBy(clients, ({ wireless }) => wireless?.ssid ?? '')
      .entries()
      .map(([name, some]) => [name, some.length]),
  );
}

test('keeps its factory networks until a document names networks, then has only those', () => {
  start();
  const factory = ['Corp 2G', 'Corp 5G', 'Corp-Guest 2G', 'Corp-Guest 5G'];
  expect(onAir(ap.reportNow())).toEqual(factory);
  expect(ap.configure(documentWith(10, []))).toMatchObject({ error: 0 });
  expect(onAir(ap.report)).toEqual(factory);
  ap.configure(documentWith(11, [ssid('Office', { 'wifi-bands': ['5G'] })]));
  expect(onAir(ap.report)).toEqual(['Office 5G']);
  ap.configure(documentWith(12, []));
  expect(ap.report).toMatchObject({ configVersion: 12, networks: [], clients: [] });
});

test('an access point of another maker has no networks without a document that names some', () => {
  start({ model: PROFILES['tip-ap'].model });
  ap.configure(documentWith(10, []));
  expect(ap.reportNow().networks).toEqual([]);
});

test('reports the networks of each VLAN at its interface', () => {
  start();
  ap.configure(documentWith(10, [ssid('Office')], { vlans: { 20: [ssid('Guests')], 30: [ssid('Tills')] } }));
  vi.advanceTimersByTime(2 * MINUTE);
  const { report } = ap;
  expect(onAir(report)).toEqual(['Guests 2G', 'Guests 5G', 'Office 2G', 'Office 5G', 'Tills 2G', 'Tills 5G']);
  expect(ap.node.interfaces).toEqual(['up0v0', 'up1v20', 'up2v30']);
});

test('clients move to new networks, also hidden and enterprise ones, and leave removed ones', () => {
  start({ clients: 60 });
  const before = ap.reportNow().clients.length;
  expect(before).toBeGreaterThan(10);
  ap.configure(
    documentWith(10, [ssid('Office'), ssid('Hidden', { 'hidden-ssid': true }), ssid('Staff', ENTERPRISE)]),
  );
  expect(Object.keys(clientsOf(ap.report))).not.toContain('Corp');
  vi.advanceTimersByTime(MINUTE);
  const counts = clientsOf(ap.report);
  expect(Object.keys(counts).toSorted()).toEqual(['Hidden', 'Office', 'Staff']);
  expect(ap.report.clients.length).toBeGreaterThan(before / 2);
  ap.configure(documentWith(11, [ssid('Office')]));
  vi.advanceTimersByTime(MINUTE);
  expect(Object.keys(clientsOf(ap.report))).toEqual(['Office']);
  expect(ap.report.clients.length).toBeGreaterThan(before / 2);
});

test('clients that keep their network stay connected', () => {
  start({ clients: 60 });
  ap.configure(documentWith(10, [ssid('Office')]));
  vi.advanceTimersByTime(5 * MINUTE);
  const macs = new Set(ap.reportNow().clients.map(({ mac }) => mac));
  ap.configure(documentWith(11, [ssid('Office'), ssid('Lab')]));
  const kept = ap.report.clients;
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.every(({ mac, connectedSeconds }) => macs.has(mac) && (connectedSeconds ?? 0) > 60)).toBe(true);
});

test('clients return when the first network comes on air', () => {
  start({ model: PROFILES['tip-ap'].model, clients: 60 });
  ap.configure(documentWith(10, []));
  vi.advanceTimersByTime(5 * MINUTE);
  expect(ap.report.clients).toEqual([]);
  ap.configure(documentWith(11, [ssid('Office')]));
  vi.advanceTimersByTime(MINUTE);
  expect(clientsOf(ap.report)['Office']).toBeGreaterThan(10);
});

test('reports channel, width and power of each radio; a disabled one is absent', () => {
  start({ clients: 60 });
  const low = { band: '2G', channel: 11, 'tx-power': 9 };
  const high = { band: '5G', channel: 'auto', 'valid-channels': [44, 48], 'channel-width': 40 };
  ap.configure(documentWith(10, [ssid('Office')], { radios: [low, high] }));
  expect(ap.report.radios).toMatchObject([
    { band: '2G', channel: 11, widthMhz: 20, txPower: 9 },
    { band: '5G', channel: expect.toSatisfy((channel) => [44, 48].includes(channel)), widthMhz: 40 },
  ]);
  ap.configure(documentWith(11, [ssid('Office')], { radios: [{ ...low, enable: false }, high] }));
  vi.advanceTimersByTime(MINUTE);
  expect(ap.report.radios.map(({ band }) => band)).toEqual(['5G']);
  expect(onAir(ap.report)).toEqual(['Office 5G']);
  expect(ap.report.radios[0]?.clients).toBe(ap.report.clients.length);
  // Without a value it uses its own power.
  ap.configure(documentWith(12, [ssid('Office')], { radios: [{ band: '2G' }, high] }));
  expect(ap.report.radios[0]?.txPower).toBe(17);
});

test('respects the client limit of a radio', () => {
  start({ clients: 60 });
  const radios = [
    { band: '2G', 'maximum-clients': 3 },
    { band: '5G', 'maximum-clients': 5 },
  ];
  ap.configure(documentWith(10, [ssid('Office')], { radios }));
  vi.advanceTimersByTime(30 * MINUTE);
  expect(ap.report.radios.map(({ clients }) => clients)).toEqual([3, 5]);
});

test('keeps its document through a restart of the device and of the simulator', () => {
  start();
  const radios = [{ band: '2G', channel: 11 }, { band: '5G' }];
  ap.configure(documentWith(10, [ssid('Office')], { radios }));
  ap.device.restart('coldboot', 1000);
  vi.advanceTimersByTime(MINUTE);
  expect(ap.hellos).toHaveLength(2);
  expect(ap.hello).toMatchObject({ configVersion: 10, reason: 'coldboot' });
  expect(onAir(ap.reportNow())).toEqual(['Office 2G', 'Office 5G']);
  ap.configure(documentWith(11, [], { radios }));
  const { saved } = ap.device;
  ap.stop();
  start({ saved });
  expect(ap.hello.configVersion).toBe(11);
  expect(ap.reportNow()).toMatchObject({ networks: [], radios: [{ channel: 11 }, {}] });
});

test('a factory reset restores networks and radios', () => {
  start();
  const radios = [{ band: '2G', channel: 13, enable: false }, { band: '5G' }];
  const before = ap.reportNow().radios.map(({ band, channel }) => [band, channel]);
  ap.configure(documentWith(10, [ssid('Office')], { radios }));
  ap.execute({ name: 'factoryReset', keepRedirector: true });
  vi.advanceTimersByTime(MINUTE);
  expect(ap.hello.configVersion).toBe(1);
  const report = ap.reportNow();
  expect(onAir(report)).toContain('Corp 2G');
  expect(report.radios.map(({ band, channel }) => [band, channel])).toEqual(before);
});

test.each([
  ['radio of a band', { radios: [{ band: '6G' }, { band: '2G' }] }, '/radios/0) no radio of this band'],
  ['wide channel', { radios: [{ band: '2G', 'channel-width': 160 }] }, '/radios/0/channel-width)'],
  ['mode', { radios: [{ band: '2G', 'channel-mode': 'EHT' }] }, '/radios/0/channel-mode) EHT'],
])('skips a %s that it does not have and reports it', (_, more, words) => {
  start();
  const answer = ap.configure(documentWith(10, [], more));
  expect(answer).toMatchObject({ error: 1, rejected: [expect.stringContaining(words)] });
  expect(ap.report.radios[0]).toMatchObject({ band: '2G', widthMhz: 20 });
});

test('broadcasts at most eight networks per radio and reports the others', () => {
  start();
  const names = Array.from({ length: 9 }, (_, at) => `Network ${at + 1}`);
  const answer = ap.configure(
    documentWith(
      10,
      names.map((name) => ssid(name)),
    ),
  );
  expect(answer?.error).toBe(1);
  expect(answer?.rejected).toHaveLength(2);
  expect(answer?.rejected[0]).toContain('/interfaces/0/ssids/8/wifi-bands) 2G: more than 8 networks');
  expect(ap.report.networks).toHaveLength(16);
});

test('broadcasts at 6 GHz only with an encryption that is allowed there', () => {
  const model = MODELS.ap.find(({ bands }) => bands.includes('6G')) ?? expect.fail();
  start({ model });
  const onHigh = { 'wifi-bands': ['6G'] };
  const secure = { ...onHigh, encryption: { proto: 'sae', key: 'quay side', ieee80211w: 'required' } };
  const radios = [{ band: '6G', 'channel-mode': 'HE' }];
  const answer = ap.configure(documentWith(10, [ssid('Old', onHigh), ssid('New', secure)], { radios }));
  expect(answer).toMatchObject({ error: 1, rejected: [expect.stringContaining('/interfaces/0/ssids/0')] });
  expect(onAir(ap.report)).toEqual(['New 6G']);
});

test.each([
  ['a wrong type', { name: 5 }, 'name) String must have between'],
  [
    'a short key',
    { encryption: { proto: 'psk2', key: 'short' } },
    'key) Value must be at least 8 characters',
  ],
  ['an unknown encryption', { encryption: { proto: 'wep' } }, 'proto) Value must be one of'],
  ['a name of 33 bytes', { name: 'ą'.repeat(16) + 'x' }, 'name) String must have between'],
])('refuses %s and keeps what it runs', (_, wrong, words) => {
  start();
  ap.configure(documentWith(10, [ssid('Office')]));
  const answer = ap.configure(documentWith(11, [ssid('Other', wrong)]));
  expect(answer).toMatchObject({ error: 2, rejected: [expect.stringContaining(words)] });
  expect(ap.reportNow()).toMatchObject({ configVersion: 10 });
  expect(onAir(ap.report)).toEqual(['Office 2G', 'Office 5G']);
});

test('counters of the radios do not fall when networks change', () => {
  start({ clients: 60 });
  let before = bytesOf(ap.reportNow());
  for (const [at, names] of [['Office'], ['Office', 'Lab'], ['Lab'], ['Corp', 'Lab', 'Office']].entries()) {
    ap.configure(
      documentWith(
        10 + at,
        names.map((name) => ssid(name)),
      ),
    );
    vi.advanceTimersByTime(10 * MINUTE);
    const after = bytesOf(ap.reportNow());
    for (const [index, value] of after.entries()) expect(value).toBeGreaterThanOrEqual(before[index] ?? 0);
    before = after;
  }
});
