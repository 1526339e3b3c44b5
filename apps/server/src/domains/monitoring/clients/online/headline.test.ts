import type { TerminalSession } from '@airloom/contract/clients/clients.model';
import { expect, test } from 'vitest';
import { headlineOf } from './headline.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour)).toISOString();

const session = (fields: Partial<TerminalSession>): TerminalSession => ({
  sessionUUID: '',
  visitUUID: '',
  visitSessions: 1,
  mac: '02:00:00:00:00:01',
  ip: '',
  hostname: '',
  deviceUUID: '',
  deviceKind: 'ap',
  deviceName: '',
  siteUUID: null,
  siteName: '',
  ssid: '',
  band: '5G',
  channel: 36,
  port: '',
  startedAt: at(1),
  endedAt: at(2),
  endReason: 'left',
  durationSeconds: 0,
  upBytes: 0,
  downBytes: 0,
  signalLast: null,
  signalWorst: null,
  signalAverage: null,
  ...fields,
});
const refusal = (hour: number, reason = 'key-mismatch') => ({
  at: at(hour),
  device: { deviceUUID: 'd', kind: 'ap' as const, name: 'Hall' },
  ssid: 'Office',
  reason,
});
const QUIET = { sessions: [], refusals: [], refused: 0 };

test('shows what limits an online client now before anything past', () => {
  const hints = [
    { hint: 'refused' as const, value: 1 },
    { hint: 'weakSignal' as const, value: -81 },
  ];
  const lastDay = { ...QUIET, refusals: [refusal(14)], refused: 1 };
  const now = { problem: 'weakSignal', isNow: true, at: null, value: -81, reason: '' };
  expect(headlineOf(true, hints, lastDay)).toEqual(now);
  expect(headlineOf(false, hints, lastDay)).toMatchObject({ problem: 'refused', isNow: false });
});

test('shows the latest problem of the last day', () => {
  const weak = session({ endedAt: at(12), signalAverage: -80 });
  const lost = session({ endedAt: at(10), endReason: 'deviceOffline' });
  const fine = session({ endedAt: at(15), signalAverage: -50 });
  const refusals = [refusal(14)];
  expect(headlineOf(true, [], { sessions: [fine, weak, lost], refusals, refused: 3 })).toEqual({
    problem: 'refused',
    isNow: false,
    at: at(14),
    value: 3,
    reason: 'key-mismatch',
  });
  expect(headlineOf(true, [], { ...QUIET, sessions: [fine, weak, lost] })).toMatchObject({
    problem: 'weakSignal',
    value: -80,
    at: at(12),
  });
  expect(headlineOf(false, [], { ...QUIET, sessions: [lost] })).toMatchObject({
    problem: 'deviceOffline',
    at: at(10),
  });
});

test('shows no problem for a client that was fine, or is connected', () => {
  const open = session({ endedAt: null, endReason: null, signalAverage: -90 });
  expect(headlineOf(true, [], { ...QUIET, sessions: [open, session({})] }).problem).toBeNull();
});
