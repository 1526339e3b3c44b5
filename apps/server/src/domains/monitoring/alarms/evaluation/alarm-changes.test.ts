import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { clientPresenceChanges, type MonitoredClient } from '../monitored-clients/client-presence.ts';
import { type DeviceState, failuresOf } from '../outages/failures.ts';
import { namedRule } from '../testing/simulated-site.ts';
import { type Finding, type OpenAlarm, settle } from './alarm-changes.ts';

const NOTHING = { raised: [], relevelled: [], worsened: [], cleared: [] };
const NOW = 1_000 * DAY;

let ids = 0;
const newId = (): string => `new${++ids}`;

const RULE = namedRule('rule', 'certificateDue', [
  { level: 'important', threshold: 7 },
  { level: 'notice', threshold: 30 },
]);

function finding(given: Partial<Finding>): Finding {
  return {
    rule: RULE,
    subject: {
      key: 'device',
      siteId: 'site',
      siteName: '',
      deviceId: 'device',
      deviceKind: 'ap',
      deviceName: '',
      part: '',
    },
    condition: 'active',
    compared: 20,
    value: 20,
    since: NOW,
    cause: '',
    ...given,
  };
}

const open = (level: OpenAlarm['level']): OpenAlarm[] => [
  { id: 'open', ruleId: 'rule', key: 'device', level, value: 20 },
];

test.each<[string, Partial<Finding>, OpenAlarm[], object]>([
  ['below every threshold', { compared: 31 }, [], NOTHING],
  ['the mildest level', {}, [], { raised: [{ level: 'notice', threshold: 30 }] }],
  [
    'the gravest level that is reached',
    { compared: 7 },
    [],
    { raised: [{ level: 'important', threshold: 7 }] },
  ],
  ['active, and unchanged', {}, open('notice'), NOTHING],
  [
    'active, and graver',
    { compared: 3, value: 3 },
    open('notice'),
    { relevelled: [{ level: 'important', value: 3 }] },
  ],
  [
    'active at the same level with a new worst value',
    { value: 19 },
    open('notice'),
    { worsened: [{ id: 'open', value: 19 }] },
  ],
  ['active, and better without recovery', { value: 25 }, open('important'), NOTHING],
  ['clear', { condition: 'clear' }, open('notice'), { cleared: [{ id: 'open', reason: 'recovered' }] }],
  ['healthy', { condition: 'clear' }, [], NOTHING],
  ['unknown', { condition: 'unknown' }, [], NOTHING],
  ['active, and unknown', { condition: 'unknown' }, open('notice'), NOTHING],
])('%s', (_, given, alarms, expected) => {
  expect(settle([finding(given)], alarms, [], newId)).toMatchObject({ ...NOTHING, ...expected });
});

const endedAt = (at: number) => [{ ruleId: 'rule', key: 'device', at }];

test('clears an alarm without a finding as ruleChanged', () => {
  expect(settle([], open('notice'), [], newId).cleared).toEqual([{ id: 'open', reason: 'ruleChanged' }]);
});

test('an alarm cleared by a person is not raised again while the condition lasts', () => {
  expect(settle([finding({})], [], endedAt(NOW + 1), newId)).toEqual(NOTHING);
  expect(settle([finding({})], [], endedAt(NOW - 1), newId).raised).toHaveLength(1);
});

function device(given: Partial<DeviceState>): DeviceState {
  return {
    id: 'device',
    kind: 'ap',
    name: '',
    siteId: 'site',
    siteName: '',
    configuration: 'applied',
    refused: null,
    upgrade: null,
    certificate: null,
    requestedAt: null,
    disputedAt: null,
    inMaintenance: false,
    ...given,
  };
}

const ONCE = [{ level: 'important', threshold: null }] as const;
const CONFIGURATION = namedRule('configuration', 'configurationFailed', ONCE);
const UPGRADE = namedRule('upgrade', 'upgradeFailed', ONCE);

test.each<[string, Partial<DeviceState>, string[]]>([
  ['no failure', {}, []],
  ['refused', { configuration: 'refused', refused: { version: 4, at: NOW } }, ['configuration 4']],
  ['partly refused', { configuration: 'partly', refused: { version: 5, at: NOW } }, ['configuration 5']],
  ['not applied', { configuration: 'notApplied', refused: { version: 6, at: NOW } }, ['configuration 6']],
  ['rejected, and another is pending', { configuration: 'pending', refused: { version: 4, at: NOW } }, []],
  ['failed', { upgrade: { id: 'u1', failed: true, at: 17 } }, ['upgrade u1 17']],
  ['succeeded', { upgrade: { id: 'u1', failed: false, at: 17 } }, []],
  ['failed during maintenance', { upgrade: { id: 'u1', failed: true, at: 17 }, inMaintenance: true }, []],
  ['due in a month', { certificate: { notAfter: NOW + 29.5 * DAY, issuedAt: 0 } }, ['rule ']],
  ['due later', { certificate: { notAfter: NOW + 30.5 * DAY, issuedAt: 0 } }, []],
])('%s', (_, given, expected) => {
  const { raised } = failuresOf([device(given)], [RULE, CONFIGURATION, UPGRADE], [], [], NOW, newId);
  expect(raised.map(({ finding: { rule, cause } }) => `${rule.id} ${cause}`)).toEqual(expected);
});

test.each<[string, Partial<DeviceState>, string | null]>([
  ['taken', { configuration: 'applied' }, 'recovered'],
  ['another waits', { configuration: 'pending' }, null],
  ['refused again', { configuration: 'refused', refused: { version: 9, at: NOW } }, null],
  [
    'rejected again during maintenance',
    { configuration: 'refused', refused: { version: 9, at: NOW }, inMaintenance: true },
    null,
  ],
])('an alarm of a rejected configuration, when it is %s', (_, given, reason) => {
  const alarms = [
    { id: 'open', ruleId: 'configuration', key: 'device', level: 'important' as const, value: null },
  ];
  const { cleared, raised } = failuresOf([device(given)], [CONFIGURATION], alarms, [], NOW, newId);
  expect(raised).toEqual([]);
  expect(cleared.map((one) => one.reason)).toEqual(reason === null ? [] : [reason]);
});

const MAC = '02:00:00:00:00:01';

function client(given: Partial<MonitoredClient>): MonitoredClient {
  return {
    mac: MAC,
    name: '',
    monitoredFrom: NOW - DAY,
    deviceId: 'ap',
    deviceKind: 'ap',
    deviceName: '',
    siteId: 'site',
    siteName: '',
    cameAt: NOW - 60_000,
    leftAt: null,
    returned: false,
    cutOff: false,
    deviceAway: false,
    deviceSuppressed: false,
    deviceOnlineAt: NOW - DAY,
    deviceReportedAt: NOW,
    ...given,
  };
}

const CUT = { cutOff: true, leftAt: NOW - HOUR };
const HERE = namedRule('here', 'terminalOnline', ONCE);
const AWAY = namedRule('away', 'terminalOffline', ONCE);

test.each<[string, Partial<MonitoredClient>, string[]]>([
  ['is here', {}, ['here']],
  ['left', { leftAt: NOW - 30_000 }, ['away']],
  ['may be roaming', { leftAt: NOW - 29_000 }, []],
  ['came before monitoring began', { cameAt: NOW - 2 * DAY }, []],
  ['left before monitoring began', { cameAt: NOW - 3 * DAY, leftAt: NOW - 2 * DAY }, []],
  ['is not monitored', { monitoredFrom: null }, []],
  ['came back after an outage', { returned: true }, []],
  ['has been here for a day', { cameAt: NOW - DAY }, []],
  ['comes in the future by the clock of its device', { cameAt: NOW + 1 }, []],
  ['went with its device', { ...CUT, deviceAway: true }, []],
  ['left before its device went', { leftAt: NOW - MINUTE, deviceAway: true }, []],
  ['left while its device restarts', { leftAt: NOW - MINUTE, deviceSuppressed: true }, []],
  ['may come back with its device', { ...CUT, deviceOnlineAt: NOW - 4 * MINUTE }, []],
  ['did not come back with its device', { ...CUT, deviceOnlineAt: NOW - 5 * MINUTE }, ['away']],
  ['may be there: its device does not report', { ...CUT, deviceReportedAt: NOW - HOUR }, []],
])('a client that %s', (_, given, expected) => {
  const { raised } = clientPresenceChanges([client(given)], [HERE, AWAY], [], [], NOW, newId);
  expect(raised.map(({ finding: { rule } }) => rule.id)).toEqual(expected);
});

test('a rule that names clients applies to these alone', () => {
  const rule = namedRule('named', 'terminalOnline', ONCE, { macs: [MAC], updatedAt: NOW - DAY });
  const other = { mac: '02:00:00:00:00:02' };
  const { raised } = clientPresenceChanges(
    [client({ monitoredFrom: null }), client(other)],
    [rule],
    [],
    [],
    NOW,
    newId,
  );
  expect(raised.map(({ finding: { subject } }) => subject.part)).toEqual([MAC]);
});

test('shows a client by name and by its formatted address', () => {
  const named = [client({ name: 'Till' }), client({ mac: '02:00:00:00:00:0a' })];
  const { raised } = clientPresenceChanges(named, [HERE], [], [], NOW, newId);
  expect(raised.map(({ finding: { subject } }) => subject.partName)).toEqual([
    'Till (02-00-00-00-00-01)',
    '02-00-00-00-00-0A',
  ]);
});

test('a client that moves to another access point stays present', () => {
  const acknowledged = [{ ruleId: 'here', key: MAC, at: NOW - 30_000 }];
  expect(
    clientPresenceChanges([client({ deviceId: 'other' })], [HERE], [], acknowledged, NOW, newId),
  ).toEqual(NOTHING);
  const again = clientPresenceChanges(
    [client({ cameAt: NOW - 20_000 })],
    [HERE],
    [],
    acknowledged,
    NOW,
    newId,
  );
  expect(again.raised).toHaveLength(1);
});

test('an offline alarm of a client is cleared when it returns, also with its device', () => {
  const alarms = [{ id: 'open', ruleId: 'away', key: MAC, level: 'important' as const, value: null }];
  const { cleared, raised } = clientPresenceChanges(
    [client({ returned: true })],
    [AWAY],
    alarms,
    [],
    NOW,
    newId,
  );
  expect(cleared).toEqual([{ id: 'open', reason: 'recovered' }]);
  expect(raised).toEqual([]);
});
