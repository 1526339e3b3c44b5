import type { PairSample } from '@airloom/device-protocol/model';
import { expect, test } from 'vitest';
import {
  type Departure,
  Departures,
  GRACE_MS,
  isMissingFrom,
  isStandby,
  type MemberRow,
  mayBeAdoptedBy,
  statusAfterHello,
  statusWhenConnected,
} from './presence.ts';

const pair = (change: Partial<PairSample>): PairSample => ({
  mode: 'ha',
  role: 'active',
  peerSerial: null,
  peerOnline: true,
  ...change,
});

test.each([
  [null, 'online'],
  [pair({ mode: 'single', peerOnline: false }), 'online'],
  [pair({}), 'online'],
  [pair({ peerOnline: null }), 'online'],
  [pair({ peerOnline: false }), 'partlyOffline'],
] as const)('a connected device with %j is %s', (given, status) => {
  expect(statusWhenConnected(given)).toBe(status);
});

test.each([
  [null, 'online'],
  ['offline', 'online'],
  ['online', 'online'],
  ['partlyOffline', 'partlyOffline'],
] as const)('who was %s is %s after hello', (before, after) => {
  expect(statusAfterHello(before)).toBe(after);
});

test.each([
  [null, false],
  [pair({ mode: 'single', role: 'standby' }), false],
  [pair({}), false],
  [pair({ role: null }), false],
  [pair({ role: 'standby' }), true],
  [pair({ role: 'standby', peerOnline: null }), true],
  [pair({ role: 'standby', peerOnline: false }), false],
] as const)('one with %j rests: %s', (given, expected) => {
  expect(isStandby(given)).toBe(expected);
});

const departure = (connectionId: string, at: number): Departure => ({
  tenant: 't',
  deviceId: 'd',
  connectionId,
  at: 0,
  since: at,
});

test('a departure is due once, after its grace period', () => {
  const gone = new Departures();
  gone.add(departure('a', 1000));
  gone.add(departure('b', 2000));
  expect(gone.removeDue(1000 + GRACE_MS - 1)).toEqual([]);
  expect(gone.removeDue(1000 + GRACE_MS).map(({ connectionId }) => connectionId)).toEqual(['a']);
  expect(gone.size).toBe(1);
  expect(gone.removeDue(5000 + GRACE_MS).map(({ connectionId }) => connectionId)).toEqual(['b']);
  expect(gone.removeDue(9000 + GRACE_MS)).toEqual([]);
});

function memberRow(change: Partial<MemberRow>): MemberRow {
  return {
    kind: 'ap',
    siteId: 's',
    managedBy: null,
    controllerPeer: null,
    connectionId: null,
    hasCertificate: false,
    status: 'offline',
    ...change,
  };
}

test.each([
  ['its own', { managedBy: 'm' }, true],
  ['its own, before it moved with its manager', { managedBy: 'm', siteId: 'elsewhere' }, true],
  ['its own, which came in by itself meanwhile', { managedBy: 'm', connectionId: 'c' }, false],
  ['one registered in advance', {}, true],
  ['one registered in advance for another site', { siteId: 'elsewhere' }, false],
  ['a controller registered in advance', { kind: 'ac' as const }, false],
  ['one that proves who it is', { hasCertificate: true }, false],
  ["another's, which that one still has", { managedBy: 'n', status: 'online' as const }, false],
  ["another's, which that one lost", { managedBy: 'n' }, true],
  ["another's in another site, which that one lost", { managedBy: 'n', siteId: 'elsewhere' }, false],
])('a controller and %s', (_, change, may) => {
  expect(mayBeAdoptedBy(memberRow(change), { deviceId: 'm', siteId: 's', isActive: true })).toBe(may);
});

test.each([
  ['the half that took over', 'm', true, true],
  ['the standby half', 'm', false, false],
  ['one that is not the other half', 'x', true, false],
])('%s and members of the other half', (_, controllerPeer, isActive, may) => {
  const row = memberRow({ managedBy: 'n', controllerPeer, status: 'online' });
  expect(mayBeAdoptedBy(row, { deviceId: 'm', siteId: 's', isActive })).toBe(may);
});

const underPeer = {
  managedBy: 'n',
  controllerPeer: 'm',
  controllerRole: 'standby',
  controllerStatus: 'online',
} as const;

test.each([
  ['its own', { managedBy: 'm' }, true],
  ['its own, which came in by itself meanwhile', { managedBy: 'm', connectionId: 'c' }, false],
  ['its own, which was offline before', { managedBy: 'm', status: 'offline' }, false],
  ["a stranger's", { managedBy: 'n' }, false],
  ['what the other half had, which rests now', underPeer, true],
  ['what the other half has, which works', { ...underPeer, controllerRole: 'active' }, false],
  [
    'what the other half has, which believes it gone',
    { ...underPeer, controllerStatus: 'partlyOffline' },
    false,
  ],
] as const)('the half that works lists all it has and misses %s', (_, change, missed) => {
  const row = {
    ...memberRow({ status: 'online' }),
    controllerRole: null,
    controllerStatus: null,
    ...change,
  };
  expect(isMissingFrom(row, { deviceId: 'm', isActive: true })).toBe(missed);
});
