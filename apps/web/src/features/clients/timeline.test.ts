import type { TerminalSession } from '@airloom/contract/clients/clients.model';
import type { TerminalTimeline } from '@airloom/contract/clients/online.model';
import { expect, test } from 'vitest';
import { clientHistoryOf, isProblem } from './client-history.ts';
import { slotLine, slotWindow } from './slot-lines.ts';

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 4, 4, hour, minute)).toISOString();

function session(
  visitUUID: string,
  deviceName: string,
  startedAt: string,
  endedAt: string | null,
): TerminalSession {
  return {
    sessionUUID: `${visitUUID}${deviceName}`,
    visitUUID,
    visitSessions: 1,
    mac: '02:00:00:00:00:01',
    ip: '',
    hostname: '',
    deviceUUID: deviceName,
    deviceKind: 'ap',
    deviceName,
    siteUUID: null,
    siteName: '',
    ssid: 'Office',
    band: '5G',
    channel: 36,
    port: '',
    startedAt,
    endedAt,
    endReason: endedAt === null ? null : 'left',
    durationSeconds: 0,
    upBytes: 0,
    downBytes: 0,
    signalLast: null,
    signalWorst: null,
    signalAverage: null,
  };
}

test('lists joins, roaming, leaves and refusals of visits, newest first', () => {
  const refusal = {
    at: at(8),
    device: { deviceUUID: 'd', kind: 'ap' as const, name: 'Hall' },
    ssid: 'Office',
    reason: 'key-mismatch',
  };
  const history = clientHistoryOf({
    sessions: [
      session('two', 'Hall', at(12), null),
      session('one', 'Roof', at(10), at(11)),
      session('one', 'Hall', at(9), at(10)),
    ],
    refusals: [refusal],
  });
  expect(
    history.map((entry) => [
      entry.what,
      entry.what === 'refused' ? entry.refusal.device.name : entry.session.deviceName,
      entry.at,
    ]),
  ).toEqual([
    ['joined', 'Hall', at(12)],
    ['left', 'Roof', at(11)],
    ['roamed', 'Roof', at(10)],
    ['joined', 'Hall', at(9)],
    ['refused', 'Hall', at(8)],
  ]);
});

test('a failed join and a session that ended badly or had a weak signal are problems', () => {
  const weak = { ...session('one', 'Hall', at(9), at(10)), signalAverage: -80 };
  const lost = { ...session('two', 'Roof', at(11), at(12)), endReason: 'deviceOffline' as const };
  const fine = { ...session('three', 'Hall', at(13), at(14)), signalAverage: -50 };
  const device = { deviceUUID: 'd', kind: 'ap' as const, name: 'Hall' };
  const refusal = { at: at(8), device, ssid: 'Office', reason: 'key-mismatch' };
  const problems = clientHistoryOf({ sessions: [fine, lost, weak], refusals: [refusal] }).filter(isProblem);
  expect(problems.map(({ what, at: when }) => [what, when])).toEqual([
    ['left', at(12)],
    ['left', at(10)],
    ['refused', at(8)],
  ]);
});

test.each([
  [
    'hours',
    3_600,
    at(8, 30),
    at(12, 30),
    [at(8), at(11)],
    { first: at(8), values: [1, null, null, 2, null] },
  ],
  ['minutes', 60, at(8, 1), at(8, 4), [at(8, 2), at(8, 4)], { first: at(8, 1), values: [null, 1, null, 2] }],
] as const)('places %s at their time and leaves others empty', (_, stepSeconds, from, to, slots, shown) => {
  const timeline: TerminalTimeline = {
    from,
    to,
    sessions: [],
    refusals: [],
    stepSeconds,
    slots: slots.map((slot, place) => ({
      at: slot,
      upBytes: 0,
      downBytes: place + 1,
      signalMean: null,
      downRateKbps: null,
      retryPercent: null,
    })),
  };
  expect(slotWindow(timeline)).toMatchObject({ firstAt: shown.first, stepSeconds });
  expect(slotLine(timeline, 'Down', ({ downBytes }) => downBytes)).toEqual({
    name: 'Down',
    values: shown.values,
  });
});
