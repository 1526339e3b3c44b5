import type { Report } from '@airloom/device-protocol/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FaultSettings } from '../device/faults.ts';
import { MODELS } from '../simulation/models.ts';
import { documentWith, ssid } from '../testing/documents.ts';
import { WireDevice } from '../testing/wire-device.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 4, 5, 9) }));

let ap: WireDevice;
function startWith(faults: FaultSettings, options: ConstructorParameters<typeof WireDevice>[0] = {}): void {
  const [model] = MODELS.ap;
  ap = new WireDevice({ ...(model && { model }), ...options });
  ap.configure(documentWith(10, [ssid('Office')]));
  Object.assign(ap.device.faults, faults);
}
afterEach(() => {
  ap.stop();
  vi.useRealTimers();
});

function names({ networks }: Report): string[] {
  return [...new Set(networks?.map((one) => one.ssid))];
}

const WITH_GUESTS = documentWith(11, [
  ssid('Office'),
  ssid('Guests', { 'rate-limit': { 'ingress-rate': 5 } }),
]);

test('rejects the named setting, with words, and applies the rest', () => {
  const rejectedPath = '/interfaces/*/ssids/1';
  startWith({ configuration: 'partly', rejectedPath, rejectedText: 'No memory for this network' });
  expect(ap.configure(WITH_GUESTS)).toMatchObject({
    error: 1,
    rejected: ['[W] (In /interfaces/0/ssids/1) No memory for this network'],
  });
  expect(ap.report.configVersion).toBe(11);
  expect(names(ap.report)).toEqual(['Office']);
});

test('rejects a value inside a setting only', () => {
  startWith({ configuration: 'partly', rejectedPath: '/radios/*/channel' });
  const radios = [{ band: '2G', channel: 13, 'tx-power': 7 }, { band: '5G' }];
  const answer = ap.configure(documentWith(11, [ssid('Office')], { radios }));
  expect(answer?.rejected).toHaveLength(2);
  expect(ap.report.radios[0]).toMatchObject({
    channel: expect.not.toSatisfy((one) => one === 13),
    txPower: 7,
  });
});

test('refuses documents with the named setting, and accepts others', () => {
  startWith({ configuration: 'refused', rejectedPath: '/interfaces/*/ssids/*/rate-limit' });
  expect(ap.configure(WITH_GUESTS)).toMatchObject({
    error: 2,
    rejected: ['[E] (In /interfaces/0/ssids/1/rate-limit) Value was refused on demand'],
  });
  expect(ap.reportNow().configVersion).toBe(10);
  expect(ap.configure(documentWith(12, [ssid('Office')]))).toMatchObject({ error: 0 });
  expect(ap.report.configVersion).toBe(12);
});

test('refuses all documents, or as many as requested', () => {
  startWith({ configuration: 'refused', configurationTimes: 2 });
  const errors = [11, 12, 13].map((version) => ap.configure(documentWith(version, []))?.error);
  expect(errors).toEqual([2, 2, 0]);
});

test('goes silent without an answer and returns later with the previous configuration', () => {
  startWith({ configuration: 'silent', configurationTimes: 1, awayMs: 90_000 });
  expect(ap.configure(WITH_GUESTS)).toBeNull();
  expect(ap.isConnected).toBe(false);
  vi.advanceTimersByTime(89_000);
  expect(ap.isConnected).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(ap.isConnected).toBe(true);
  expect(ap.hello.configVersion).toBe(10);
  expect(names(ap.reportNow())).toEqual(['Office']);
  expect(ap.configure({ ...WITH_GUESTS, uuid: 12 })).toMatchObject({ error: 0 });
});

test('reports success while one network is not on air', () => {
  startWith({ configuration: 'incomplete' });
  expect(ap.configure(WITH_GUESTS)).toMatchObject({ error: 0, rejected: [] });
  expect(ap.report.configVersion).toBe(11);
  expect(names(ap.report)).toEqual(['Office']);
});

test.each([
  ['keeps', true],
  ['does not keep', false],
])('a device that %s its reports comes back late with the new configuration', (_, keeps) => {
  startWith({ configuration: 'late', awayMs: 300_000 }, { keeps });
  expect(ap.configure(WITH_GUESTS)).toBeNull();
  vi.advanceTimersByTime(299_000);
  expect([ap.isConnected, ap.hello.configVersion]).toEqual([false, 1]);
  vi.advanceTimersByTime(2000);
  expect([ap.isConnected, ap.hello.configVersion]).toEqual([true, 11]);
  expect(names(ap.reportNow())).toEqual(['Office', 'Guests']);
});

test('loses its configuration at a restart', () => {
  startWith({ losesConfiguration: true });
  ap.device.restart('coldboot', 1000);
  vi.advanceTimersByTime(2000);
  expect(ap.hello).toMatchObject({ configVersion: 1, reason: 'coldboot' });
  expect(names(ap.reportNow())).toEqual(['Corp', 'Corp-Guest']);
});
